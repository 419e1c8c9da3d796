import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import type { CashEntry } from './cash-entries.queries.ts';
import { writeCashEntries } from './write-cash-entries.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

let sessions = 0;

async function session(): Promise<string> {
  const id = `csh_test${(sessions += 1)}`;
  await service.query(
    `INSERT INTO cash_sessions (merchant_id, livemode, id, location_id, series, currency, status, opening_float_minor, opened_at, updated_at) VALUES ($1, false, $2, $2, $2, 'SLE', 'open', 0, now(), now())`,
    [shop.id, id],
  );
  return id;
}

const close = (id: string) =>
  service.query(
    `UPDATE cash_sessions SET status = 'closed', closed_at = now(), z_report_id = 'zrp_test' WHERE id = $1`,
    [id],
  );
const entry = (session_id: string, id: string, more: Partial<CashEntry> = {}) =>
  ({
    session_id,
    id,
    kind: 'sale',
    tender: 'cash',
    amount_minor: 9_007_199_254_740_993n,
    occurred_at: new Date(0),
    ...more,
  }) as CashEntry;
const tenant = () => ({ merchantId: shop.id, livemode: false });
const write = (...entries: readonly CashEntry[]) =>
  service.server.runtime.context.store.transaction(tenant(), (tx) =>
    writeCashEntries(tx, tenant(), { entries, now: new Date(1) }),
  );
const kept = (id: string) =>
  service.query('SELECT id, amount_minor, late FROM cash_entries WHERE session_id = $1 ORDER BY id', [id]);

test('entries and documents are kept to the cent', async () => {
  const id = await session();
  expect(
    await write(entry(id, 'cmv_1'), {
      session_id: id,
      document_id: 'sale_1',
      kind: 'sale',
      number: 'T01-000001',
      total_minor: 5n,
      discount_minor: 0n,
      service_charge_minor: 0n,
      tip_minor: 0n,
      cash_rounding_minor: -1n,
      taxes: [{ name: 'GST', rate: 150_000n, base_minor: 4n, amount_minor: 1n }],
      occurred_at: new Date(0),
    }),
  ).toEqual(new Set());
  expect(await kept(id)).toMatchObject([{ id: 'cmv_1', late: false }]);
  expect(
    await service.query(
      `SELECT 1 FROM cash_entries WHERE session_id = $1 AND amount_minor = 9007199254740993`,
      [id],
    ),
  ).toHaveLength(1);
  expect(await service.query('SELECT number, taxes FROM cash_documents WHERE session_id = $1', [id])).toEqual(
    [{ number: 'T01-000001', taxes: [{ name: 'GST', rate: '150000', base_minor: '4', amount_minor: '1' }] }],
  );
});

test('a closed session takes only what happened before, and flags it', async () => {
  const [open, closed] = [await session(), await session()];
  await close(closed);
  await expect(write(entry(open, 'cmv_1'), entry(closed, 'cmv_2'))).rejects.toMatchObject({
    code: 'CASH_SESSION_CLOSED',
  });
  expect(await kept(open)).toEqual([]);
  expect(await write(entry(open, 'cmv_1'), entry(closed, 'cmv_2', { force: true }))).toEqual(
    new Set([closed]),
  );
  expect([await kept(open), await kept(closed)]).toMatchObject([[{ late: false }], [{ late: true }]]);
});

test('a session that is not there takes nothing', async () => {
  await expect(write(entry('csh_nowhere', 'cmv_1', { force: true }))).rejects.toMatchObject({
    code: 'CASH_SESSION_NOT_FOUND',
  });
});

test('what was kept in capitals is found by small letters once it is migrated, also where the same stands there twice', async () => {
  const id = await session();
  const one = '0198C1A2-7B3C-7D4E-8F50-6172839405A';
  const kept = [
    `${one}1`,
    `${one.toLowerCase()}2`,
    `${one}2`,
    `${one}3`,
    `${one.replace('C', 'c')}3`,
    'DRAWER-1',
  ];
  await write(...kept.map((client_id, at) => entry(id, `cmv_${at}`, { client_id } as Partial<CashEntry>)));
  const migration = new URL('../../../../migrations/0141-one-client-id-of-a-movement.sql', import.meta.url);
  await service.query(await readFile(migration, 'utf8'));
  const rows = await service.query(
    'SELECT id, client_id FROM cash_entries WHERE session_id = $1 ORDER BY id',
    [id],
  );
  expect(rows.map((row) => row['client_id'])).toEqual([
    `${one}1`.toLowerCase(),
    `${one}2`.toLowerCase(),
    `${one}2`,
    `${one}3`.toLowerCase(),
    `${one.replace('C', 'c')}3`,
    'DRAWER-1',
  ]);
});
