import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure } from '../../../../test/kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { shelve, type Shelved } from '../../../../test/kit/stock.ts';
import { verifyPos } from '../pos-module.ts';
import { createStockModel, type ModelMove, type WishedMove } from './fixtures/stock-model.ts';
import { moveStock, type StockStepResult } from './move-stock.ts';
import type { StockMove, StockStep, StockWriter } from './stock-move.ts';

const RUNS = figure(40, 1_000);
const NOW = new Date('2026-11-21T10:00:00Z');

let service: TestService;
let shop: TestMerchant;
let sales = 0;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  expect(await verifyPos(service.server.runtime.context.store.system)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const writer = (): StockWriter => ({
  tenant: { merchantId: shop.id, livemode: false },
  world: service.server.runtime.context.world,
  at: NOW,
  actor: null,
});
const run = (...steps: readonly StockStep[]): Promise<readonly StockStepResult[]> =>
  moveStock(service.server.runtime.context.store.of(writer().tenant), writer(), steps);
const nextSale = (): string => `sale_${(sales += 1)}`;
const of = ({ variantId, locationId }: Shelved, more: Partial<StockMove>): StockMove => ({
  locationId,
  variantId,
  reason: 'sale',
  ref: { type: 'sale', id: nextSale() },
  occurredAt: NOW,
  ...more,
});
const level = async ({ variantId, locationId }: Shelved) =>
  (await shop.client.listInventory({ query: { variant_id: variantId, location_id: locationId } })).data[0];
const outcomes = (results: readonly StockStepResult[]): readonly string[] =>
  results.map(({ outcome }) => outcome);

describe('many steps in one statement', () => {
  test('are served in their order, each seeing what those before it left', async () => {
    const bag = await shelve(shop, 5);
    const take = (quantity: bigint): StockStep => [of(bag, { deltaMilli: -quantity })];
    expect(outcomes(await run(take(3_000n), take(3_000n), take(2_000n), take(1n)))).toEqual([
      'granted',
      'short',
      'granted',
      'short',
    ]);
    expect(await level(bag)).toMatchObject({ on_hand: 0, seq: 3 });
  });

  test('lines of the same variant are one demand, and each is a movement', async () => {
    const bag = await shelve(shop, 5);
    const id = nextSale();
    const line = (line: string, deltaMilli: bigint) =>
      of(bag, { deltaMilli, ref: { type: 'sale', id, line } });
    expect(await run([line('1', -3_000n), line('2', -3_000n)])).toEqual([
      {
        outcome: 'short',
        items: [
          { location_id: bag.locationId, variant_id: bag.variantId, requested: 6_000, available: 5_000 },
        ],
      },
    ]);
    expect(outcomes(await run([line('1', -3_000n), line('2', -2_000n)]))).toEqual(['granted']);
    const { data } = await shop.client.listStockMovements({ query: { ref: id } });
    expect(data.map(({ seq, balance_after, ref_line }) => [seq, balance_after, ref_line]).toSorted()).toEqual(
      [
        [2, 2, '1'],
        [3, 0, '2'],
      ],
    );
  });

  test('the same line of the same thing moves once, in one statement as in two', async () => {
    const bag = await shelve(shop, 5);
    const once = [of(bag, { deltaMilli: -1_000n })];
    expect(outcomes(await run(once, once))).toEqual(['granted', 'repeated']);
    expect(outcomes(await run(once))).toEqual(['repeated']);
    expect(await level(bag)).toMatchObject({ on_hand: 4, seq: 2 });
  });

  test('a step that names what is not there is alone in failing', async () => {
    const bag = await shelve(shop, 5);
    const results = await run(
      [of(bag, { deltaMilli: -1_000n }), of({ ...bag, variantId: 'var_none' }, { deltaMilli: -1_000n })],
      [of({ ...bag, locationId: 'loc_none' }, { deltaMilli: 1_000n })],
      [of(bag, { deltaMilli: -1_000n })],
    );
    expect(results).toEqual([
      { outcome: 'unknown', items: [{ location_id: bag.locationId, variant_id: 'var_none' }] },
      { outcome: 'unknown', items: [{ location_id: 'loc_none', variant_id: bag.variantId }] },
      { outcome: 'granted' },
    ]);
    expect(await level(bag)).toMatchObject({ on_hand: 4, seq: 2 });
  });

  test('what is not tracked is left out, but what was kept of it can be given back', async () => {
    const bag = await shelve(shop, 5);
    const id = nextSale();
    const kept = (reservedDeltaMilli: bigint, reason: StockMove['reason']) =>
      of(bag, { reservedDeltaMilli, reason, ref: { type: 'sale', id } });
    await run([kept(2_000n, 'reservation')]);
    await shop.client.updateProduct({ params: { id: bag.productId }, body: { track_inventory: false } });
    expect(
      outcomes(await run([of(bag, { deltaMilli: -9_000n })], [kept(-2_000n, 'reservation_release')])),
    ).toEqual(['granted', 'granted']);
    await shop.client.updateProduct({ params: { id: bag.productId }, body: { track_inventory: true } });
    expect(await level(bag)).toMatchObject({ on_hand: 5, reserved: 0, seq: 3 });
  });
});

describe('what is kept', () => {
  test("is nobody else's, and is sold or given back", async () => {
    const bag = await shelve(shop, 5);
    const [first, second] = [nextSale(), nextSale()];
    const ref = (id: string) => ({ type: 'sale', id });
    const keep = (id: string) => [
      of(bag, { reservedDeltaMilli: 3_000n, reason: 'reservation', ref: ref(id) }),
    ];
    expect(outcomes(await run(keep(first), keep(second), [of(bag, { deltaMilli: -3_000n })]))).toEqual([
      'granted',
      'short',
      'short',
    ]);
    expect(await level(bag)).toMatchObject({ on_hand: 5, reserved: 3, available: 2 });
    const sell = [of(bag, { deltaMilli: -3_000n, reservedDeltaMilli: -3_000n, ref: ref(first) })];
    expect(outcomes(await run(sell, sell))).toEqual(['granted', 'repeated']);
    expect(await level(bag)).toMatchObject({ on_hand: 2, reserved: 0, available: 2 });
  });

  test('counts as there for a step that keeps it anew, with more', async () => {
    const bag = await shelve(shop, 3);
    const id = nextSale();
    const keep = (line: string, reservedDeltaMilli: bigint) =>
      of(bag, {
        reservedDeltaMilli,
        reason: reservedDeltaMilli > 0n ? 'reservation' : 'reservation_release',
        ref: { type: 'sale', id, line },
      });
    await run([keep('1.1', 2_000n)]);
    expect(await run([keep('1.1', -2_000n), keep('2.1', 5_000n)])).toEqual([
      {
        outcome: 'short',
        items: [
          { location_id: bag.locationId, variant_id: bag.variantId, requested: 5_000, available: 3_000 },
        ],
      },
    ]);
    expect(await level(bag)).toMatchObject({ on_hand: 3, reserved: 2 });
    await run([keep('1.1', -2_000n)]);
  });

  test('stays promised where a sale without network took it: selling it makes it oversold', async () => {
    const bag = await shelve(shop, 2);
    const id = nextSale();
    await run([of(bag, { reservedDeltaMilli: 2_000n, reason: 'reservation', ref: { type: 'sale', id } })]);
    expect(
      outcomes(await run([of(bag, { deltaMilli: -1_000n, reason: 'sale_offline', force: true })])),
    ).toEqual(['granted']);
    expect(
      outcomes(
        await run([of(bag, { deltaMilli: -2_000n, reservedDeltaMilli: -2_000n, ref: { type: 'sale', id } })]),
      ),
    ).toEqual(['granted']);
    expect(await level(bag)).toMatchObject({ on_hand: -1, reserved: 0 });
  });
});

test('only what has happened already may be forced', async () => {
  const bag = await shelve(shop, 1);
  await expect(run([of(bag, { deltaMilli: -2_000n, force: true })])).rejects.toThrow(
    'Only sale_offline, count and void may be forced.',
  );
  expect(await level(bag)).toMatchObject({ on_hand: 1, seq: 1 });
});

test('movements are never changed or deleted, not even by the owner of the tables', async () => {
  await shelve(shop, 1);
  for (const sql of [
    'UPDATE stock_movements SET delta = 0',
    'DELETE FROM stock_movements',
    'TRUNCATE stock_movements',
  ])
    await expect(service.query(sql)).rejects.toThrow('never changed or deleted');
  for (const role of ['cottontree_app', 'cottontree_system']) {
    expect(
      await service.query(
        `SELECT has_table_privilege($1, 'stock_movements', 'UPDATE') AS change, has_table_privilege($1, 'stock_movements', 'DELETE') AS remove`,
        [role],
      ),
    ).toEqual([{ change: false, remove: false }]);
  }
});

const input: fc.Arbitrary<WishedMove> = fc.record({
  level: fc.integer({ min: 0, max: 2 }),
  kind: fc.constantFrom('goes', 'goes', 'comes', 'keep', 'give back', 'sell what is kept', 'count', 'set'),
  quantity: fc.integer({ min: 1, max: 4_000 }),
  expects: fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'now', 'before'),
});
const reasons = {
  goes: 'sale',
  comes: 'purchase',
  keep: 'reservation',
  'give back': 'reservation_release',
  'sell what is kept': 'sale',
  count: 'count',
  set: 'adjustment',
} as const;

test('any steps in any batches come to what the plainest reckoning says', async () => {
  const shelves = [await shelve(shop, 0), await shelve(shop, 0), await shelve(shop, 0)];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.array(input, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }), {
        minLength: 1,
        maxLength: 5,
      }),
      async (batches) => {
        const fresh = await Promise.all(shelves.map(async (one) => ({ ...one, before: await level(one) })));
        const model = createStockModel(
          fresh.map(({ before }) => ({
            onHand: Math.round((before?.on_hand ?? 0) * 1_000),
            reserved: Math.round((before?.reserved ?? 0) * 1_000),
            seq: before?.seq ?? 0,
          })),
        );
        for (const batch of batches) {
          const played = batch.map((step) => ({ step, ...model.play(step) }));
          const results = await run(...played.map(({ step, moves }) => toStep(step, { moves, shelves })));
          expect(outcomes(results)).toEqual(played.map(({ outcome }) => outcome));
        }
        const after = await Promise.all(shelves.map(level));
        expect(after.map((one) => [one?.on_hand, one?.reserved, one?.seq])).toEqual(
          model.levels().map(({ onHand, reserved, seq }) => [onHand / 1_000, reserved / 1_000, seq]),
        );
      },
    ),
    { numRuns: RUNS },
  );
  for (const one of shelves) {
    const { reserved = 0 } = (await level(one)) ?? {};
    if (reserved > 0)
      await run([
        of(one, {
          reservedDeltaMilli: BigInt(Math.round(-reserved * 1_000)),
          reason: 'reservation_release',
          ref: { type: 'sale', id: 'sale_of_the_model', line: `end of ${one.variantId}` },
        }),
      ]);
  }
}, 300_000);

let lines = 0;
/** All of one sale, which so keeps and gives back for itself. */
function toStep(
  step: readonly WishedMove[],
  { moves, shelves }: { readonly moves: readonly ModelMove[]; readonly shelves: readonly Shelved[] },
): StockStep {
  return moves.map((one, at): StockMove => {
    const { variantId = '', locationId = '' } = shelves[one.level] ?? {};
    return {
      locationId,
      variantId,
      reason: reasons[step[at]?.kind ?? 'goes'],
      ref: { type: 'sale', id: 'sale_of_the_model', line: String((lines += 1)) },
      occurredAt: NOW,
      force: one.force,
      reservedDeltaMilli: BigInt(one.reservedDelta),
      ...(one.delta === null ? {} : { deltaMilli: BigInt(one.delta) }),
      ...(one.setTo === null ? {} : { setToMilli: BigInt(one.setTo) }),
      ...(one.expectedSeq === null ? {} : { expectedSeq: BigInt(one.expectedSeq) }),
    };
  });
}
