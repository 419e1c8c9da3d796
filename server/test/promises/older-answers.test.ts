import type { Operation, OperationId } from '@cottontree/contract';
import { operations } from '@cottontree/contract';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEPT_ANSWER } from '../../src/kernel/effect/kept-answer.ts';
import { repeatablesOn } from '../kit/cases.ts';
import { openStage, writing } from '../kit/repeatable/open-stage.ts';
import type { RepeatStage } from '../kit/repeatable/repeatable.ts';
import type { ProbeInput } from '../kit/probe.ts';

let stage: RepeatStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.service[Symbol.asyncDispose]());

const repeatable = repeatablesOn(() => stage);
const remembered = writing.filter((id) => !repeatable[id]?.settled);

type Fields = Readonly<Record<string, unknown>>;
type Kept = { readonly data: Fields };
type Said = {
  readonly status: number;
  readonly replayed: boolean;
  readonly data: Fields | undefined;
  readonly text: string;
};

/** Asked by hand: an older answer need not have the form of today's contract. */
async function ask(id: OperationId, input: ProbeInput, idempotencyKey: string): Promise<Said> {
  const { path, method }: Operation = operations[id];
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const { statusCode, headers, body } = await request(
    `${stage.service.baseUrl}${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))}${query ? `?${query}` : ''}`,
    {
      method,
      headers: {
        authorization: `Bearer ${input.key ?? stage.shop.key}`,
        'idempotency-key': idempotencyKey,
        'x-amount-format': 'string',
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.headers,
      },
      body: input.body === undefined ? null : JSON.stringify(input.body),
    },
  );
  const text = await body.text();
  return {
    status: statusCode,
    replayed: headers['idempotent-replayed'] === 'true',
    data: (JSON.parse(text) as { readonly data?: Fields }).data,
    text,
  };
}

type OldAnswer = { readonly data: Fields; readonly keep: (data: Fields) => Promise<void> };

/** What is kept of a request's answer, and how another is kept in its place, as an older program would have. */
async function keptUnder(key: string): Promise<OldAnswer> {
  const { service } = stage;
  const { vault } = service.server.runtime.context;
  const [row] = await service.query(
    `SELECT merchant_id, livemode, key, answer FROM idempotency_keys WHERE key = $1 OR key LIKE '% ' || $1`,
    [key],
  );
  const { merchant_id, livemode, key: full, answer } = row ?? expect.fail(`nothing is kept under ${key}`);
  const kept = JSON.parse(vault.open(answer as Buffer, KEPT_ANSWER).toString('utf8')) as Kept;
  return {
    data: kept.data,
    async keep(data) {
      await service.query(KEEP, [
        merchant_id,
        livemode,
        full,
        vault.seal(JSON.stringify({ ...kept, data }), KEPT_ANSWER),
      ]);
    },
  };
}

/** By its key in the table: to look for the end of one among thousands took most of the time. */
const KEEP = {
  name: 'keep an older answer',
  text: 'UPDATE idempotency_keys SET answer = $4 WHERE merchant_id = $1 AND livemode = $2 AND key = $3',
} as const;

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));

/** What tells an amount from a percentage, and by what the number is found that a sale got after its answer was sealed: every version had it. */
const ALWAYS_THERE: Readonly<Partial<Record<OperationId, string>>> = {
  createDiscount: 'type',
  createPromoCode: 'kind',
  createSale: 'id',
  completeSale: 'id',
};

let keysUsed = 0;

test.each(remembered)(
  'an answer to %s from before a field was added is given again as it was, its amounts as text too',
  async (id) => {
    const input = (await repeatable[id]?.request()) ?? {};
    const key = `older-${(keysUsed += 1)}`;
    expect((await ask(id, input, key)).status).toBeLessThan(300);
    const first = await ask(id, input, key);
    expect([first.status < 300, first.replayed], first.text).toEqual([true, true]);
    const whole = first.data ?? {};
    const older = await keptUnder(key);
    for (const name of Object.keys(whole).filter((one) => one !== ALWAYS_THERE[id])) {
      await older.keep(without(older.data, name));
      const again = await ask(id, input, key);
      expect([again.status, again.replayed], `${id} without ${name}: ${again.text}`).toEqual([
        first.status,
        true,
      ]);
      expect(again.data, `${id} without ${name}`).toEqual(without(whole, name));
    }
  },
);
