import type { Need, NeedKind, Overview } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

/** So many of each, of which several have the same time. */
const ROWS = 90;
let service: TestService;
let shop: TestMerchant;
let told: Overview;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await shop.client.createDelivery({ body: parcel });
  await shop.client.createInvoice({
    body: {
      customer: { name: 'Sewa Grill' },
      items: [{ description: 'Posters', quantity: 1, unit_price: 120 }],
      finalize: true,
    },
  });
  await shop.client.createPayment({ body: { amount: 5, channel: 'cash', customer: { name: 'Isatu' } } });
  const then = (step: number): string =>
    `date_trunc('hour', now()) - make_interval(hours => 2 + (n * 7) % ${step})`;
  await repeat('deliveries', {
    job_number: `'SHP-' || substr(md5(n::text), 1, 9)`,
    tracking_token: `substr(md5('t' || n), 1, 22)`,
    order_number: `'ORD-' || n`,
    quote_nonce: 'NULL::text',
    status: `(ARRAY['pending', 'assigned', 'picked_up', 'in_transit', 'failed', 'cancelled'])[1 + n % 6]`,
    cod_status: `CASE WHEN n % 5 = 0 THEN 'disputed' ELSE 'none' END`,
    cod_amount: 'n * 100',
    delivery_city: `'Town ' || n % 11`,
    created_at: then(40),
    delivered_at: `CASE WHEN n % 5 = 0 THEN ${then(9)} END`,
    failed_at: `CASE WHEN n % 6 = 4 THEN ${then(13)} END`,
    estimated_pickup_at: `${then(17)} + make_interval(hours => n % 30)`,
    estimated_delivery_at: `${then(19)} + make_interval(hours => n % 30)`,
  });
  await repeat('invoices', {
    id: `'inv_' || n`,
    number: `'INV-' || n`,
    number_place: 'NULL::int',
    number_period: 'NULL::text',
    page_token: `substr(md5('i' || n), 1, 22)`,
    status: `(ARRAY['open', 'partially_paid', 'void'])[1 + n % 3]`,
    total: '1000 + n',
    overdue_at: `${then(23)} + make_interval(hours => n % 40)`,
  });
  await repeat('payments', {
    id: `'pay_' || n`,
    page_token: `substr(md5('p' || n), 1, 22)`,
    status: `(ARRAY['requires_action', 'failed'])[1 + n % 2]`,
    amount: '1000 + n',
    created_at: then(21),
    review: `CASE WHEN n % 7 = 0 THEN '{"reason": "late"}'::jsonb END`,
  });
  told = (await shop.client.getOverview()).data;
});
afterAll(() => service[Symbol.asyncDispose]());

/** Writes a row once more so often, with other values in some columns. */
async function repeat(table: string, columns: Readonly<Record<string, string>>): Promise<void> {
  const others = Object.entries(columns)
    .map(([column, value]) => `'${column}', ${value}`)
    .join(', ');
  await service.query(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(s.t, jsonb_build_object(${others}))).* FROM (SELECT t FROM ${table} t WHERE merchant_id = $1 LIMIT 1) s, generate_series(1, ${ROWS}) n`,
    [shop.id],
  );
}

type Plain = {
  readonly count: string;
  readonly names: readonly string[] | null;
  readonly amount: string | null;
};
/** The same, counted with all rows in hand. */
async function plain(
  from: string,
  told: { readonly name: string; readonly order: string; readonly amount?: string },
) {
  const [row] = (await service.query(
    `SELECT count(*) AS count, (array_agg(${told.name} ORDER BY ${told.order}))[1:3] AS names, sum(${told.amount ?? 'NULL::numeric'}) AS amount FROM ${from} AND merchant_id = $1 AND NOT livemode`,
    [shop.id],
  )) as readonly Plain[];
  if (!row) throw new Error('A count has no row.');
  return {
    count: Number(row.count),
    names: row.names ?? [],
    amount: row.amount === null ? null : Number(row.amount) / 100,
  };
}
const needOf = (kind: NeedKind): Need | undefined => told.needs.find((need) => need.kind === kind);
const DUE = `CASE WHEN status IN ('pending', 'assigned') THEN estimated_pickup_at ELSE estimated_delivery_at END`;
const ACTIVE = `status IN ('pending', 'assigned', 'picked_up', 'in_transit')`;

test.each([
  [
    'deliveries_late',
    `deliveries WHERE ${ACTIVE} AND ${DUE} < now()`,
    { name: 'job_number', order: `${DUE}, job_number` },
  ],
  [
    'deliveries_failed',
    `deliveries WHERE status = 'failed' AND failed_at IS NOT NULL`,
    { name: 'job_number', order: 'failed_at, job_number' },
  ],
  [
    'cod_disputed',
    `deliveries WHERE cod_status = 'disputed'`,
    { name: 'job_number', order: 'delivered_at, job_number', amount: 'cod_amount' },
  ],
  [
    'invoices_overdue',
    `invoices WHERE status IN ('open', 'partially_paid') AND overdue_at <= now()`,
    {
      name: 'number',
      order: 'overdue_at, id',
      amount: 'total + late_fee_total - amount_credited - amount_paid + amount_refunded',
    },
  ],
  [
    'payments_waiting',
    `payments WHERE status = 'requires_action'`,
    { name: 'id', order: 'created_at, id', amount: 'amount' },
  ],
  [
    'payments_to_review',
    `payments WHERE review IS NOT NULL`,
    { name: 'id', order: 'created_at, id', amount: 'amount' },
  ],
] as const)(
  '%s counts all of them and names the first, whatever the order of the rows',
  async (kind, from, way) => {
    const all = await plain(from, way);
    expect(all.count).toBeGreaterThan(3);
    expect(needOf(kind)).toMatchObject(all);
  },
);

test('what is under way is counted by where it stands', async () => {
  const [row] = await service.query(
    `SELECT jsonb_object_agg(status, n) AS by_status FROM (SELECT status, count(*)::int AS n FROM deliveries WHERE merchant_id = $1 AND ${ACTIVE} GROUP BY 1) s`,
    [shop.id],
  );
  expect(told.today.deliveries).toMatchObject(row?.['by_status'] as object);
});
