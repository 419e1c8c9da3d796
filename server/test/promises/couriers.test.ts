import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../src/modules/ledger/index.ts';
import { verifyShipping } from '../../src/modules/shipping/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { collectCash } from '../kit/cash.ts';
import { parcel, wrongCode } from '../kit/parcel.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestPerson, type TestService } from '../kit/service.ts';

const COURIERS = 40;
const ROUNDS = figure(3, 100);
const chance = createChance(seed);

let service: TestService;
let shop: TestMerchant;
let couriers: readonly TestPerson[];
let port: TestPerson;
/** What nobody may ever see: a fault of ours, a deadlock among them. */
const faults: string[] = [];

beforeAll(async () => {
  service = await startService({ running: true });
  shop = await service.merchant();
  port = await service.operator();
  couriers = await Promise.all(Array.from({ length: COURIERS }, (_, at) => service.courier(`Courier ${at}`)));
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  await service.query('UPDATE drivers SET jobs_max = 20');
  await Promise.all(
    couriers.map(({ client }) => client.setShift({ body: { online: true, lat: 8.484, lng: -13.234 } })),
  );
}, 300_000);
afterAll(() => service[Symbol.asyncDispose]());

/** The outcome of each: `ok`, or the code of its refusal. */
async function outcomes(calls: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> {
  const settled = await Promise.allSettled(calls.map((call) => call()));
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'ok';
    const { code, status } = one.reason as { readonly code?: string; readonly status?: number };
    if (status === undefined || status >= 500) faults.push(`${status} ${code} ${String(one.reason)}`);
    return code ?? String(one.reason);
  });
}
const wins = (seen: readonly string[]): number => seen.filter((one) => one === 'ok').length;
const factsOf = async (jobNumber: string, status: string) =>
  service.query(`SELECT id FROM outbox WHERE entity = $1 AND facts ->> 'status' = $2`, [jobNumber, status]);
const timelineOf = async (jobNumber: string) =>
  (await shop.client.trackDelivery({ params: { jobNumber } })).data.timeline.map(({ status }) => status);

describe(`forty couriers at once (seed ${seed})`, () => {
  test(
    'of whom one gets the parcel, also while a dispatcher gives it away or the merchant cancels',
    { timeout: 120_000 + ROUNDS * 5_000 },
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { data } = await shop.client.createDelivery({ body: parcel });
        const params = { jobNumber: data.job_number };
        const offers = await Promise.all(
          couriers.map(
            async ({ client }) =>
              (await client.listOffers({ query: { limit: 100 } })).data.find(
                ({ job_number }) => job_number === data.job_number,
              )?.id ?? '',
          ),
        );
        const accepts = couriers.map(
          ({ client }, at) =>
            () =>
              client.acceptOffer({ params: { id: offers[at] ?? '' } }),
        );
        const given = chance.pick(couriers);
        const rival =
          round % 3 === 1
            ? [() => port.client.assignDelivery({ params, body: { driver_id: given.id } })]
            : round % 3 === 2
              ? [() => shop.client.cancelDelivery({ params, body: {} })]
              : [];
        const seen = await outcomes([...rival, ...accepts]);
        // Whom the dispatcher gave it may accept it after another had it.
        const accepted = wins(
          seen.slice(rival.length).filter((_, at) => round % 3 !== 1 || couriers[at]?.id !== given.id),
        );
        const { data: after } = await shop.client.getDelivery({ params });
        expect(accepted, JSON.stringify(seen)).toBeLessThanOrEqual(1);
        if (rival.length === 0) expect(accepted).toBe(1);
        const [held = {}] = await service.query('SELECT driver_id FROM deliveries WHERE job_number = $1', [
          data.job_number,
        ]);
        const winner = seen.slice(rival.length).indexOf('ok');
        if (winner >= 0 && after.status === 'assigned' && round % 3 !== 1)
          expect(held['driver_id']).toBe(couriers[winner]?.id);
        expect(
          (await timelineOf(data.job_number)).filter((status) => status === 'assigned').length,
        ).toBeLessThanOrEqual(1);
        if (after.status === 'assigned')
          await port.client.moveByDispatcher({
            params,
            body: { to_status: 'cancelled', reason: 'driver_delay' },
          });
      }
    },
  );

  test(
    'with one right code among wrong ones hand over once',
    { timeout: 120_000 + ROUNDS * 5_000 },
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { client, id } = chance.pick(couriers);
        const { data } = await shop.client.createDelivery({ body: parcel });
        const params = { jobNumber: data.job_number };
        await shop.client.assignDelivery({ params, body: { driver_id: id } });
        const codes = Array.from({ length: COURIERS }, (_, at) =>
          at % 10 === 0 ? wrongCode(data.pickup_code, at + 1) : data.pickup_code,
        );
        const seen = await outcomes(
          codes.map(
            (code, at) => () =>
              at % 2 === 0
                ? client.verifyCode({ params, body: { type: 'pickup', code } })
                : shop.client.verifyHandoff({ params, body: { type: 'pickup', code } }),
          ),
        );
        expect(new Set(seen)).toEqual(new Set(['ok', 'INVALID_HANDOFF_CODE']));
        expect(await timelineOf(data.job_number)).toEqual(['pending', 'assigned', 'picked_up']);
        expect((await factsOf(data.job_number, 'picked_up')).length).toBeLessThanOrEqual(1);
        await port.client.moveByDispatcher({ params, body: { to_status: 'failed', reason: 'other' } });
      }
    },
  );

  test(
    'and all who count it move cash once: handed in, counted, paid out',
    { timeout: 120_000 + ROUNDS * 8_000 },
    async () => {
      const cashiers = await Promise.all(Array.from({ length: 4 }, () => service.operator('cashier')));
      for (let round = 0; round < ROUNDS; round += 1) {
        const { courier } = await collectCash(service, shop, 25);
        const deposits = await outcomes(
          Array.from({ length: 20 }, () => () => courier.client.depositCash({ body: {} })),
        );
        expect(wins(deposits), JSON.stringify(deposits)).toBe(1);
        const [deposit] = (await port.client.listCashDeposits({ query: { driver_id: courier.id } })).data;
        const counts = await outcomes(
          Array.from(
            { length: 12 },
            (_, at) => () =>
              (cashiers[at % cashiers.length] ?? port).client.countCashDeposit({
                params: { id: deposit?.id ?? '' },
                body: { amount: 25 },
              }),
          ),
        );
        expect(wins(counts), JSON.stringify(counts)).toBe(1);
        const settled = await outcomes(
          Array.from(
            { length: 12 },
            () => () => port.client.settleCash({ body: { merchant_id: shop.id, livemode: false } }),
          ),
        );
        expect(wins(settled), JSON.stringify(settled)).toBe(1);
      }
      const [sums] = await service.query(
        'SELECT (SELECT coalesce(sum(amount), 0)::int FROM courier_cash) AS held, (SELECT sum(paid)::int FROM settlements) AS paid',
      );
      expect(sums).toEqual({ held: 0, paid: ROUNDS * 2_500 });
    },
  );

  test('and nobody saw a fault, nor the database a deadlock', async () => {
    const [row] = await service.query(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(faults).toEqual([]);
    expect(row).toEqual({ deadlocks: 0 });
    for (const verify of [verifyShipping, verifyLedger])
      expect(await readSnapshot(service.server.runtime.ownerConnection, verify)).toEqual([]);
    tell(
      `R9: ${ROUNDS} parcels with ${COURIERS} couriers each, ${ROUNDS} codes, ${ROUNDS} deposits, all exact; 0 deadlocks`,
    );
  });
});
