import { operations, takesKeys, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindAt, lastWord, NAMES_NOTHING, said, slotsOf, textsOf, withId } from './kit/foreign-slots.ts';
import { createProbe, type Probe, type ProbeInput } from './kit/probe.ts';
import { repeatablesOn } from './kit/cases.ts';
import { openStage } from './kit/repeatable/open-stage.ts';
import type { RepeatStage } from './kit/repeatable/repeatable.ts';
import { ABSENT, kindOf, thingsOf, type Things } from './kit/things.ts';

let stage: RepeatStage;
let probe: Probe;
let own: Things;
let others: Readonly<Record<'another merchant' | 'the other mode', Things>>;

beforeAll(async () => {
  stage = await openStage({ TRUSTED_PROXIES: '127.0.0.1/32' });
  probe = createProbe(stage.service.baseUrl);
  const { service, shop } = stage;
  const [stranger, live] = [await service.merchant(), await service.key(shop.id, { livemode: true })];
  own = await thingsOf(service, { key: shop.key, clock: false });
  others = {
    'another merchant': await thingsOf(service, { key: stranger.key, clock: true }),
    'the other mode': await thingsOf(service, { key: live, clock: false }),
  };
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => stage.service[Symbol.asyncDispose]());

const repeatable = repeatablesOn(() => stage);
const keyed = (Object.values(operations) as readonly Operation[]).filter(takesKeys);
const texts = textsOf(keyed);
const slots = slotsOf(keyed);

/** A request that would do what it asks for, with things of the shop's own. */
async function ownRequest(operation: Operation): Promise<ProbeInput> {
  const made = await repeatable[operation.id as OperationId]?.request();
  if (made && (made.key === undefined || made.key.startsWith('sk_'))) return { key: stage.shop.key, ...made };
  const params = Object.fromEntries(
    Object.entries(operation.example.params ?? {}).map(([name, id]) => [
      name,
      own[kindOf(id)] ?? ABSENT[kindOf(id)],
    ]),
  );
  return { key: stage.shop.key, params, query: operation.example.query, body: operation.example.body };
}

describe('an id of another merchant or of the other mode', () => {
  test('is looked at wherever a request can name a thing', () => {
    const unknown = texts.filter(
      (text) =>
        /(?:^|_)(?:id|ids)$/.test(lastWord(text.path)) &&
        kindAt(text) === null &&
        !(lastWord(text.path) in NAMES_NOTHING) &&
        text.place !== 'params',
    );
    expect(unknown.map(({ operation, place, path }) => `${operation.id} ${place} ${path}`)).toEqual([]);
    expect(slots.length).toBeGreaterThan(250);
  });

  test.each(
    keyed
      .filter((operation) => slots.some((slot) => slot.operation === operation))
      .map((operation): [string, Operation] => [operation.id, operation]),
  )('is to %s the same as none, in every slot', { timeout: 300_000 }, async (_id, operation) => {
    for (const slot of slots.filter((one) => one.operation === operation)) {
      let input = await ownRequest(operation);
      const ask = async (id: string): Promise<string> => {
        const seen = await probe.ask(operation.id as OperationId, withId(input, slot, id));
        // What was done once is done: the next needs a thing of its own.
        if (seen.status < 300 && operation.method !== 'GET') input = await ownRequest(operation);
        return said(seen, id, slot.kind);
      };
      const absent = await ask(ABSENT[slot.kind]);
      for (const [whose, things] of Object.entries(others)) {
        const id = things[slot.kind];
        // Live data have no test clock, and live money lies with a provider of the world outside.
        // Members and invitations belong to both modes: their own tests ask for another merchant's.
        if (id === undefined) expect(['clk', 'po', 'msg', 'wd', 'wj', 'mbr', 'ivt']).toContain(slot.kind);
        else expect(await ask(id), `${slot.place} ${slot.path} of ${whose}`).toBe(absent);
      }
    }
  });
});
