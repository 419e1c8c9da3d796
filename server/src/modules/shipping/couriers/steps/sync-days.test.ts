import type { CreatedDelivery, SyncEvent } from '@cottontree/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recorded, startRide, type Ride } from '../../../../../test/kit/ride.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';
import { verifyLedger } from '../../../ledger/index.ts';
import { readSnapshot } from '../../../../store/index.ts';
import { verifyShipping } from '../../shipping-module.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 90;
const fates = ['delivered', 'failed', 'pickup_failed', 'on_board'] as const;

/** One parcel of a courier's day: what is to be collected, what becomes of it, and when its way begins. */
type Stop = { readonly cents: number; readonly fate: (typeof fates)[number]; readonly start: number };

const stops = fc.array(
  fc.record({
    cents: fc.integer({ min: 0, max: 40_000 }),
    fate: fc.constantFrom(...fates),
    start: fc.integer({ min: 0, max: 30 }),
  }),
  { minLength: 1, maxLength: 4 },
);
/** How the network treats what a phone has kept: where it is cut, in which order it arrives, and whether all at once. */
const weather = fc.record({
  cuts: fc.array(fc.integer({ min: 1, max: 24 }), { maxLength: 4 }),
  order: fc.infiniteStream(fc.nat()).map((ranks) => [...ranks.take(200)]),
  atOnce: fc.boolean(),
});

let service: TestService;
let shop: TestMerchant;
let tidy: Ride;
let messy: Ride;
let expectedCents = 0;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  [tidy, messy] = [await startRide(service, shop), await startRide(service, shop, 'Aminata Koroma')];
});
afterAll(() => service[Symbol.asyncDispose]());

function wayOf(
  { job_number: jobNumber, pickup_code, delivery_code }: CreatedDelivery,
  { cents, fate, start }: Stop,
  fromMs: number,
): readonly SyncEvent[] {
  const at = (minute: number) => ({
    occurred_at: new Date(fromMs + (start + minute) * MINUTE).toISOString(),
  });
  const event = (kind: SyncEvent['kind'], minute: number, fields: Partial<SyncEvent> = {}) =>
    recorded(kind, jobNumber, { ...fields, ...at(minute) });
  const arrived = event('arrive', 1, { at: 'pickup' });
  if (fate === 'pickup_failed') return [arrived, event('fail', 2, { reason: 'pickup_closed' })];
  const fetched = [arrived, event('verify', 2, { type: 'pickup', code: pickup_code }), event('depart', 3)];
  if (fate === 'on_board') return fetched;
  const waited = [
    ...fetched,
    event('arrive', 9, { at: 'dropoff' }),
    event('attempt', 10, { reason: 'recipient_not_home', contact: 'call' }),
  ];
  if (fate === 'failed')
    return [
      ...waited,
      event('attempt', 20, { reason: 'recipient_not_home', contact: 'call' }),
      event('fail', 21, { reason: 'recipient_not_home' }),
    ];
  return [
    ...waited,
    event('verify', 15, {
      type: 'delivery',
      code: delivery_code,
      ...(cents === 0 ? {} : { cod_collected: { amount: cents / 100 } }),
    }),
  ];
}

/** The same day for one courier: his parcels, and what his phone recorded of them. */
async function dayOf(ride: Ride, plan: readonly Stop[]): Promise<readonly CreatedDelivery[]> {
  const jobs: CreatedDelivery[] = [];
  for (const { cents } of plan) jobs.push(await ride.job({ cod_amount: cents / 100 }));
  return jobs;
}

function logOf(
  jobs: readonly CreatedDelivery[],
  plan: readonly Stop[],
  fromMs: number,
): readonly SyncEvent[] {
  return plan.flatMap((stop, at) => wayOf(jobs[at] as CreatedDelivery, stop, fromMs));
}

type Weather = {
  readonly cuts: readonly number[];
  readonly order: readonly number[];
  readonly atOnce: boolean;
};

/** Pieces in any order, each with its events doubled, some of them sent again; then all of it until the phone knows that it arrived. */
async function syncBadly(log: readonly SyncEvent[], { cuts, order, atOnce }: Weather): Promise<void> {
  const mixed = shuffled(log, order);
  const borders = [...new Set([0, ...cuts.filter((at) => at < mixed.length), mixed.length])].toSorted(
    (one, other) => one - other,
  );
  const pieces = borders.slice(1).map((border, at) => mixed.slice(borders[at], border));
  const sent = [...pieces, ...pieces.slice(0, 2)].map((piece) => shuffled([...piece, ...piece], order));
  if (atOnce) await Promise.all(sent.map((piece) => messy.sync(piece, true)));
  else for (const piece of sent) await messy.sync(piece, true);
  await messy.sync(shuffled(log, order.toReversed()), true);
  const last = await messy.sync(log);
  expect(last.map(({ error }) => error)).toEqual(log.map(() => undefined));
}

function shuffled<T>(items: readonly T[], order: readonly number[]): T[] {
  return items
    .map((item, at) => ({ item, rank: order[at % order.length] ?? 0 }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** What a day leaves of a parcel, for merchant and courier alike. */
async function leftOf({ job_number: jobNumber }: CreatedDelivery) {
  const { data } = await shop.client.getDelivery({ params: { jobNumber } });
  const told = (
    await service.query(
      `SELECT kind, coalesce(facts->>'status', facts->>'cod_status') AS what FROM outbox WHERE entity = $1 AND kind IN ('shipping.status.updated', 'shipping.cod.updated')`,
      [jobNumber],
    )
  ).map(({ kind, what }) => `${String(kind)} ${String(what)}`);
  expect(new Set(told).size, told.join()).toBe(told.length);
  return {
    status: data.status,
    cod: data.cod_status,
    reason: data.failure?.reason ?? null,
    follows: data.related_jobs.length,
    paid: told.filter((one) => one.startsWith('shipping.cod')),
  };
}

const centsHeldBy = async ({ client }: Ride): Promise<number> =>
  Math.round((await client.getCourierCash()).data.test_cash_in_hand * 100);

test('a day offline leaves the same parcels and the same cash, to the cent, however its log is cut, shuffled, doubled and sent at once', async () => {
  await fc.assert(
    fc.asyncProperty(stops, weather, async (plan, how) => {
      const [calm, rough] = [await dayOf(tidy, plan), await dayOf(messy, plan)];
      const fromMs = service.server.runtime.context.world.now().getTime();
      service.advance(DAY_MINUTES * MINUTE);
      await tidy.sync(logOf(calm, plan, fromMs));
      await syncBadly(logOf(rough, plan, fromMs), how);

      for (const [at, { cents, fate }] of plan.entries()) {
        const [straight, bad] = [
          await leftOf(calm[at] as CreatedDelivery),
          await leftOf(rough[at] as CreatedDelivery),
        ];
        expect(bad).toEqual(straight);
        expect(bad.status).toBe(
          { delivered: 'delivered', failed: 'failed', pickup_failed: 'failed', on_board: 'in_transit' }[fate],
        );
        expect(bad.cod).toBe(
          cents === 0 || fate === 'failed' || fate === 'pickup_failed'
            ? 'none'
            : fate === 'delivered'
              ? 'collected'
              : 'to_collect',
        );
      }
      expectedCents += plan
        .filter(({ fate }) => fate === 'delivered')
        .reduce((sum, { cents }) => sum + cents, 0);
      expect([await centsHeldBy(tidy), await centsHeldBy(messy)]).toEqual([expectedCents, expectedCents]);
    }),
    { numRuns: 12 },
  );
}, 300_000);

test('and what both couriers hand in then is what they collected, in deposits and in the books', async () => {
  for (const ride of [tidy, messy]) {
    const { declared } =
      expectedCents === 0 ? { declared: 0 } : (await ride.client.depositCash({ body: {} })).data;
    expect(Math.round((declared ?? 0) * 100)).toBe(expectedCents);
  }
  for (const verify of [verifyShipping, verifyLedger])
    expect(await readSnapshot(service.server.runtime.ownerConnection, verify)).toEqual([]);
});
