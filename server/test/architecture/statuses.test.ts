import { statuses, statusesOf, type StatusOf } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../kit/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Which column keeps the statuses of each kind of thing; null: none, they are made of other columns. */
const COLUMNS: Readonly<Record<StatusOf, readonly [table: string, column: string] | null>> = {
  delivery: ['deliveries', 'status'],
  cod: ['deliveries', 'cod_status'],
  claim: ['claims', 'status'],
  deposit: ['cash_deposits', 'status'],
  import: ['imports', 'status'],
  import_row: ['import_rows', 'status'],
  rate_card: null,
  incident: ['incidents', 'status'],
  event: ['events', 'status'],
  ticket_type: ['ticket_types', 'status'],
  order: ['ticket_orders', 'status'],
  waitlist: ['waitlist_entries', 'status'],
  ticket: ['tickets', 'status'],
  sale: ['sales', 'status'],
  cash_session: ['cash_sessions', 'status'],
  fiscal: ['sales', 'fiscal_status'],
  stock_count: ['stock_counts', 'status'],
  stock_transfer: ['stock_transfers', 'status'],
  invoice: ['invoices', 'status'],
  recurring: ['recurring_invoices', 'status'],
  credit: ['credit_notes', 'refund_status'],
  payment: ['payments', 'status'],
  refund: ['refunds', 'status'],
  link: null,
  payout: ['payouts', 'status'],
  provider: ['provider_accounts', 'status'],
  webhook: ['webhook_deliveries', 'status'],
  endpoint: ['webhook_endpoints', 'status'],
  job: null,
  notice: ['notices', 'status'],
};

const kept = Object.entries(COLUMNS).flatMap(([of, place]) =>
  place === null ? [] : [{ of: of as StatusOf, place: place.join('.'), table: place[0], column: place[1] }],
);

test.each(kept)('$place takes every status of $of, and no other one', async ({ of, table, column }) => {
  const checks = await service.query(
    `SELECT pg_get_constraintdef(c.oid) AS allowed FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
     WHERE c.contype = 'c' AND c.conrelid = to_regclass($1) AND a.attname = $2`,
    [table, column],
  );
  const words = checks.flatMap(({ allowed }) =>
    [...String(allowed).matchAll(/'(\w+)'::text/g)].map(([, w]) => w),
  );
  expect(words.toSorted()).toEqual([...statusesOf(of)].toSorted());
});

test('every kind of thing that has a badge was looked at', () => {
  expect(Object.keys(COLUMNS).toSorted()).toEqual(Object.keys(statuses).toSorted());
});
