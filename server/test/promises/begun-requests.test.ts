import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScenes, type Scene, type Scenes } from '../kit/repeatable/scenes.ts';
import { repeatablesOn } from '../kit/cases.ts';
import { writing } from '../kit/repeatable/open-stage.ts';
import type { Seen, ProbeInput } from '../kit/probe.ts';
import { grownBetween } from '../kit/repeatable/effects.ts';
import { createChance, figure, isLong, seed, tell } from '../kit/seed.ts';

/** Of one case, how many of its steps are tried where not all are. */
const STEPS_TRIED = figure(1, Number.POSITIVE_INFINITY);

const PLAIN_TRIED = 0.05;

let scenes: Scenes;
const chance = createChance(seed);
const requests = repeatablesOn(() => scenes.stage());
/** In the short form, of the requests that ask nobody outside only some; R8 holds all of them on one node. */
const cases = writing
  .flatMap((id) => ['', ...Object.keys(requests[id]?.outside ?? {})].map((way) => ({ id, way })))
  .filter(({ way }) => way !== '' || isLong || chance.happens(PLAIN_TRIED));
const told = { kills: 0 };

beforeAll(async () => {
  scenes = await openScenes();
});
afterAll(async () => {
  tell(`R22: ${cases.length} requests, killed ${told.kills} times`);
  await scenes[Symbol.asyncDispose]();
});

/** They name channels and take no money: what a link or an invoice accepts, what a drawer counts, who serves which. */
const NO_PAYMENT: ReadonlySet<string> = new Set([
  'createPaymentLink',
  'createProviderAccount',
  'closeCashSession',
  'createInvoice',
  'createRecurringInvoice',
]);
const bodyOf = ({ body }: Operation) => body;

type Case = { readonly id: OperationId; readonly way: string };

function makerOf({ id, way }: Case): () => Promise<ProbeInput> {
  const { request, outside = {} } = requests[id] ?? expect.fail(`${id} has no case.`);
  return outside[way] ?? request;
}

const isAnswer = ({ code }: Seen): boolean => code !== 'IDEMPOTENCY_IN_PROGRESS';
const saidBy = ({ status, text }: Seen): string => `${status} ${text}`;

/** What one request alone does, and in how many steps. */
async function learn(one: Case): Promise<{
  readonly steps: number;
  readonly effect: Readonly<Record<string, number>>;
  readonly status: number;
}> {
  const scene = await scenes.open(one.id, makerOf(one));
  const { seen, steps } = await scene.sendWhole();
  await scene.goOn();
  return { steps, effect: grownBetween(scene.before, await scene.count()), status: seen.status };
}

/** Killed after its step `fatal`, then repeated: twice at once on nodes whose clocks are a minute apart, again when its lease is over, and once more. */
async function repeat(scene: Scene, fatal: number, meanwhile: boolean): Promise<readonly Seen[]> {
  await scene.sendKilled(fatal);
  if (meanwhile) await scene.goOn();
  const atOnce = await Promise.all([scene.send('behind'), scene.send('ahead')]);
  await scene.passLeases();
  const later = await Promise.all([scene.send('ahead'), scene.send('behind'), scene.send('ahead')]);
  return [...atOnce, ...later, await scene.send('behind')];
}

test.each(cases)(
  `$id $way, killed after any of its steps and repeated, is done once and answered once (seed ${seed})`,
  { timeout: figure(120_000, 900_000) },
  async (one) => {
    const { settled, outrun } = requests[one.id] ?? {};
    const { steps, effect, status } = await learn(one);
    expect(status).toBeLessThan(one.way === 'declined' ? 403 : 300);
    const all = Array.from({ length: steps }, (_, step) => step + 1);
    const tried = isLong || steps <= STEPS_TRIED ? all : [chance.pick(all)];
    const ends = tried.flatMap((fatal) =>
      (outrun ? [false] : isLong ? [false, true] : [chance.happens(0.5)]).map((meanwhile) => ({
        fatal,
        meanwhile,
      })),
    );
    for (const { fatal, meanwhile } of ends) {
      const scene = await scenes.open(one.id, makerOf(one));
      const answers = await repeat(scene, fatal, meanwhile);
      await scene.goOn();
      const context = `killed after step ${fatal} of ${steps}${meanwhile ? ', and the service went on' : ''}\n${answers.map((answer) => saidBy(answer).slice(0, 400)).join('\n')}`;
      const given = answers.filter(isAnswer);
      expect(
        given.map((answer) => answer.status),
        context,
      ).toEqual(given.map(() => status));
      expect(given, context).toContain(answers.at(-1));
      if (!settled) expect([...new Set(given.map(saidBy))], context).toHaveLength(1);
      expect(grownBetween(scene.before, await scene.count()), context).toEqual(effect);
      told.kills += 1;
    }
  },
);

test.each(cases.filter(({ way }) => way !== '' || isLong))(
  `$id $way, sent four times at once to nodes whose clocks are a minute apart, is done once (seed ${seed})`,
  { timeout: 300_000 },
  async (one) => {
    const { settled } = requests[one.id] ?? {};
    const { effect, status } = await learn(one);
    const scene = await scenes.open(one.id, makerOf(one));
    const answers = await Promise.all([
      scene.send('behind'),
      scene.send('ahead'),
      scene.send('ahead'),
      scene.send('behind'),
    ]);
    await scene.goOn();
    const given = answers.filter(isAnswer);
    expect(
      given.map((answer) => answer.status),
      answers.map(saidBy).join('\n'),
    ).toEqual(given.map(() => status));
    if (!settled) expect([...new Set(given.map(saidBy))]).toHaveLength(1);
    expect(grownBetween(scene.before, await scene.count())).toEqual(effect);
  },
);

test('no request that may bring a payment is forgotten', () => {
  const paying = writing.filter(
    (id) =>
      /mobile_money/.test(JSON.stringify(bodyOf(operations[id])?.properties ?? {})) && !NO_PAYMENT.has(id),
  );
  expect(paying.length).toBeGreaterThan(8);
  expect(paying.filter((id) => requests[id]?.outside === undefined)).toEqual([]);
});

test(
  'whatever was killed, nothing that is promised of the data is broken',
  { timeout: 300_000 },
  async () => {
    expect(await scenes.verify()).toEqual([]);
  },
);
