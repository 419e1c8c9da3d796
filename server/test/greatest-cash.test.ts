import { createHash } from 'node:crypto';
import { createClient } from '@cottontree/client';
import { amountMax, decimalText, toMajor } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../src/kernel/effect/canonical-json.ts';
import { verifyLedger } from '../src/modules/ledger/index.ts';
import { verifyPos } from '../src/modules/pos/index.ts';
import { readSnapshot } from '../src/store/index.ts';
import { parcel } from './kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

/** So many of the greatest amounts are more than bigint holds. */
const TIMES = 10_000;
const GREATEST = amountMax('SLE');
const LARGE = toMajor(GREATEST, 'SLE');
const text = (minor: bigint): string => decimalText(minor, 'SLE');
const SUM = text(GREATEST * BigInt(TIMES));

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Writes rows once more so often, each with other ids, as so many requests would have. */
async function repeat(table: string, where: string, ids: Readonly<Record<string, string>>): Promise<void> {
  const others = Object.entries(ids)
    .map(([column, value]) => `'${column}', ${value}`)
    .join(', ');
  await service.query(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${others}))).* FROM ${table} t, generate_series(2, ${TIMES}) n WHERE t.merchant_id = $1 AND ${where}`,
    [shop.id],
  );
}

/** What the ledger, drawers and Z reports promise; the sales themselves were not repeated. */
const booksAreWhole = async (): Promise<void> => {
  for (const verify of [verifyPos, verifyLedger])
    expect(
      (await readSnapshot(service.server.runtime.ownerConnection, verify)).filter(({ check }) =>
        /ledger|zReport|closedDrawer|courierCash/i.test(check),
      ),
    ).toEqual([]);
};

describe('a drawer that took ten thousand sales of the greatest amount in cash', () => {
  let drawer: string;
  const params = () => ({ params: { id: drawer } });

  beforeAll(async () => {
    drawer = (await shop.client.openCashSession({ body: { opening_float: LARGE } })).data.id;
    await shop.client.createSale({
      body: {
        items: [{ custom_name: 'Gold', unit_price: LARGE, taxes: [] }],
        payments: [{ channel: 'cash', amount: LARGE }],
        cash_session_id: drawer,
      } as never,
    });
    await repeat('cash_documents', `t.kind = 'sale'`, { document_id: 't.document_id || n' });
    await repeat('cash_entries', `t.kind = 'sale'`, { id: 't.id || n' });
    await repeat('ledger_tx', `t.kind = 'payment.succeeded'`, { id: 't.id || n', subject: 't.subject || n' });
    await repeat('ledger_entries', `t.tx_id IN (SELECT id FROM ledger_tx WHERE kind = 'payment.succeeded')`, {
      tx_id: 't.tx_id || n',
    });
  }, 300_000);

  test('is reported as it stands, to the last cent', async () => {
    const { data } = await shop.client.getCashReport(params());
    expect(data).toMatchObject({ kind: 'X', sales: { count: TIMES, total: Number(SUM) } });
    expect(data.exact).toMatchObject({
      'sales.total': SUM,
      'tenders[0].sales': SUM,
      'tenders[0].expected': text(GREATEST * BigInt(TIMES + 1)),
      'perpetual.sales': SUM,
      'perpetual.net': SUM,
    });
    expect(Object.keys(data.exact ?? {})).not.toContain('tenders[0].opening');
  });

  test('is closed, and its Z report can be verified, listed and is followed by the next', async () => {
    const { data: closed } = await shop.client.closeCashSession({
      ...params(),
      body: { counted: [{ tender: 'cash', amount: LARGE }] },
    });
    expect(closed).toMatchObject({
      kind: 'Z',
      exact: {
        'tenders[0].expected': text(GREATEST * BigInt(TIMES + 1)),
        'tenders[0].difference': `-${SUM}`,
      },
    });
    const { data: kept } = await shop.client.getCashReport(params());
    const { hash, ...report } = kept;
    expect(kept).toEqual(closed);
    expect(createHash('sha256').update(canonicalJson(report)).digest('hex')).toBe(hash);
    expect((await shop.client.reportZ()).data).toMatchObject([
      { sales: TIMES, sales_total: Number(SUM), exact: { sales_total: SUM, cash_difference: `-${SUM}` } },
    ]);
    expect(
      (await shop.client.listLedgerEntries({ query: { subject: drawer, account: 'cash_safe' } })).data
        .map(({ amount }) => amount)
        .toSorted(),
    ).toEqual([-LARGE, LARGE]);
    const { data: next } = await shop.client.openCashSession({ body: { opening_float: 0 } });
    expect(
      (
        await shop.client.closeCashSession({
          params: { id: next.id },
          body: { counted: [{ tender: 'cash', amount: 0 }] },
        })
      ).data,
    ).toMatchObject({
      number: 2,
      sales: { count: 0 },
      exact: { 'perpetual.sales': SUM, 'perpetual.net': SUM },
    });
    expect((await shop.client.reportZ()).data[0]).toMatchObject({ number: 2, exact: null });
    await booksAreWhole();
  }, 300_000);
});

describe('a courier who took the greatest cash ten thousand times', () => {
  const at = { lat: 8.484, lng: -13.234 };
  let courier: Awaited<ReturnType<TestService['courier']>>;
  let live: TestMerchant['client'];
  /** A parcel whose courier takes so much. */
  const send = async (cod: number) =>
    (
      await live.createDelivery({
        body: { ...parcel, pickup_lat: at.lat, pickup_lng: at.lng, cod_amount: cod },
      })
    ).data;

  beforeAll(async () => {
    courier = await service.courier();
    live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    });
    const made = await send(1);
    // More than anybody may ask for at the door today; the books hold what was asked for ever.
    await service.query('UPDATE deliveries SET cod_amount = $2 WHERE job_number = $1', [
      made.job_number,
      String(GREATEST),
    ]);
    const params = { jobNumber: made.job_number };
    await live.assignDelivery({ params, body: { driver_id: courier.id } });
    await live.verifyHandoff({ params, body: { type: 'pickup', code: made.pickup_code } });
    await live.verifyHandoff({ params, body: { type: 'delivery', code: made.delivery_code } });
    await repeat('deliveries', 'true', {
      job_number: 't.job_number || n',
      order_number: 't.order_number || n',
      tracking_token: 't.tracking_token || n',
    });
    await repeat('ledger_tx', `t.kind = 'cod.collected'`, { id: 't.id || n', subject: 't.subject || n' });
    await repeat('ledger_entries', `t.tx_id IN (SELECT id FROM ledger_tx WHERE kind = 'cod.collected')`, {
      tx_id: 't.tx_id || n',
    });
  }, 300_000);

  test('is told exactly what he holds, and so is who looks at him', async () => {
    const { client } = await service.operator('dispatcher');
    expect((await courier.client.getCourierCash()).data).toMatchObject({
      cash_in_hand: Number(SUM),
      exact: { cash_in_hand: SUM },
    });
    expect((await live.getBalance()).data).toMatchObject({ owed: Number(SUM), exact: { owed: SUM } });
    expect((await client.listDispatchDrivers()).data).toMatchObject([
      { id: courier.id, cash_in_hand: Number(SUM), exact: { cash_in_hand: SUM } },
    ]);
    await booksAreWhole();
  });

  test('gets no more of it, and what is paid already as before', async () => {
    await courier.client.setShift({ body: { online: true, ...at } });
    await send(1);
    const paid = await send(0);
    await service.drain();
    const { data: offers } = await courier.client.listOffers();
    expect(offers.map(({ job_number }) => job_number)).toEqual([paid.job_number]);
    await courier.client.acceptOffer({ params: { id: offers[0]?.id ?? '' } });
  });

  test('hands in as much as one deposit has, which is counted, explained and paid out', async () => {
    const [chief, cashier] = [
      (await service.operator('operator')).client,
      (await service.operator('cashier')).client,
    ];
    const { data: deposit } = await courier.client.depositCash({ body: {} });
    const declared = text(GREATEST * BigInt(deposit.job_numbers.length));
    expect(deposit.exact).toEqual({ declared });
    const params = { id: deposit.id };
    expect((await cashier.countCashDeposit({ params, body: { amount: LARGE } })).data).toMatchObject({
      status: 'disputed',
      counted: LARGE,
      exact: { declared },
    });
    expect(
      (
        await chief.resolveCashDeposit({
          params,
          body: { amount: LARGE, resolution: 'The rest lies in the bank.' },
        })
      ).data,
    ).toMatchObject({ status: 'resolved', exact: { declared } });
    expect((await chief.settleCash({ body: { merchant_id: shop.id, livemode: true } })).data).toMatchObject({
      cash: Number(declared),
      exact: { cash: declared, paid: declared },
    });
    expect((await live.listSettlements()).data).toMatchObject([{ exact: { cash: declared } }]);
    await booksAreWhole();
  }, 300_000);
});
