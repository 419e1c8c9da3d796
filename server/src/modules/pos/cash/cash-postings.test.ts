import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Goods } from '../../../../test/kit/till.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { readSnapshot } from '../../../store/index.ts';
import { verifyPos } from '../index.ts';

let service: TestService;
let shop: TestMerchant;
let rice: Goods;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  rice = await openTill(shop).goods({ price: 150, tax_rate: 15, tax_inclusive: true, stock: 10_000 });
});
afterAll(() => service[Symbol.asyncDispose]());

async function open(opening_float: number): Promise<string> {
  const terminal_id = (await shop.client.createTerminal({ body: { name: 'Front till' } })).data.id;
  return (await shop.client.openCashSession({ body: { terminal_id, opening_float } })).data.id;
}
const move = (id: string, type: 'pay_in' | 'pay_out' | 'drop' | 'no_sale', amount?: number) =>
  shop.client.createCashMovement({
    params: { id },
    body: { type, reason: 'Change', ...(amount !== undefined && { amount }) },
  });
const sell = async (more: object) =>
  (
    await shop.client.createSale({
      body: { items: [{ variant_id: rice.variantId }], payments: [{ channel: 'cash' }], ...more } as never,
    })
  ).data;
const balances = async () =>
  Object.fromEntries(
    (await shop.client.getBalance()).data.accounts.map(({ account, balance }) => [account, balance]),
  );
const entriesOn = async (account: string) =>
  (await shop.client.listLedgerEntries({ query: { account, sort: 'created_at', limit: 100 } })).data
    .map(({ kind, amount }) => `${kind} ${amount}`)
    .toSorted();
const broken = async () =>
  [
    ...(await readSnapshot(service.server.runtime.ownerConnection, verifyLedger)),
    ...(await readSnapshot(service.server.runtime.ownerConnection, verifyPos)),
  ].map(({ check }) => check);

/** A drawer in which a bit of everything has happened: 395 should lie in it. */
async function busyDrawer(): Promise<string> {
  const id = await open(100);
  await sell({ cash_session_id: id });
  await sell({ cash_session_id: id });
  const back = await sell({ cash_session_id: id });
  await shop.client.refundSale({ params: { id: back.id }, body: { everything: true } });
  const voided = await sell({ cash_session_id: id });
  await shop.client.voidSale({ params: { id: voided.id }, body: { reason: 'Wrong bag' } });
  await move(id, 'pay_in', 20);
  await move(id, 'pay_out', 15);
  await move(id, 'drop', 10);
  await move(id, 'no_sale');
  return id;
}

test('what a drawer took and gave back stands on an account of its own, and closing empties it', async () => {
  const before = await balances();
  const id = await busyDrawer();
  const account = `cash_drawer:${id}`;
  expect(await entriesOn(account)).toEqual([
    'cash.drop -10',
    'cash.opening 100',
    'cash.pay_in 20',
    'cash.pay_out -15',
    'payment.succeeded 150',
    'payment.succeeded 150',
    'payment.succeeded 150',
    'payment.succeeded 150',
    'refund.succeeded -150',
    'refund.succeeded -150',
  ]);
  const after = await balances();
  expect([after[account], after['pay_ins'], after['pay_outs'], after['cash_safe']]).toEqual([
    395, -20, 15, -90,
  ]);
  expect(after['cash_drawer']).toBe(before['cash_drawer']);
  expect((await shop.client.getCashReport({ params: { id } })).data.tenders).toMatchObject([
    { tender: 'cash', expected: 395 },
  ]);
  expect(await broken()).toEqual([]);

  await shop.client.closeCashSession({
    params: { id },
    body: { counted: [{ tender: 'cash', amount: '393.50' }] },
  });
  const { data: closing } = await shop.client.listLedgerEntries({ query: { subject: id, limit: 100 } });
  expect(
    Object.fromEntries(
      closing.filter(({ kind }) => kind === 'cash.closed').map((entry) => [entry.account, entry.amount]),
    ),
  ).toEqual({ [account]: -395, cash_safe: 393.5, cash_difference: 1.5 });
  expect((await balances())[account]).toBeUndefined();
  expect(await broken()).toEqual([]);
});

test('a drawer in which nothing was and nothing is found writes nothing', async () => {
  const id = await open(0);
  await shop.client.closeCashSession({ params: { id }, body: { counted: [] } });
  expect((await shop.client.listLedgerEntries({ query: { subject: id } })).data).toEqual([]);
});

test('cash that no drawer took lies together', async () => {
  const before = (await balances())['cash_drawer'] ?? 0;
  await sell({});
  expect((await balances())['cash_drawer']).toBe(before + 150);
});

test('what the ledger says of a drawer is what was entered, else verify tells', async () => {
  const id = await open(100);
  await service.query(`UPDATE cash_entries SET amount_minor = 9000 WHERE session_id = $1`, [id]);
  expect(await broken()).toContain('verify.drawersEqualLedger');
  await service.query(`UPDATE cash_entries SET amount_minor = 10000 WHERE session_id = $1`, [id]);
  expect(await broken()).toEqual([]);
  await shop.client.closeCashSession({
    params: { id },
    body: { counted: [{ tender: 'cash', amount: 100 }] },
  });
});

test('drawers that were open before they had accounts are carried there, and what was posted stays', async () => {
  const id = await busyDrawer();
  const account = `cash_drawer:${id}`;
  const together = (await balances())['cash_drawer'] ?? 0;
  const safe = (await balances())['cash_safe'] ?? 0;
  // As an older program left it: sales and refunds on one account, movements on none.
  await service.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
  await service.query(
    `DELETE FROM ledger_entries e USING ledger_tx t WHERE t.merchant_id = e.merchant_id AND t.livemode = e.livemode AND t.id = e.tx_id AND t.subject = $1`,
    [id],
  );
  await service.query('DELETE FROM ledger_tx WHERE subject = $1', [id]);
  await service.query(`UPDATE ledger_entries SET account = 'cash_drawer' WHERE account = $1`, [account]);
  await service.query('ALTER TABLE ledger_entries ENABLE TRIGGER USER');
  await service.query(
    await readFile(
      new URL('../../../../migrations/unfolded/0032-drawers-in-the-ledger.sql', import.meta.url),
      'utf8',
    ),
  );
  expect(await entriesOn(account)).toEqual(['cash.carried 395']);
  expect((await balances())['cash_drawer']).toBe(together);
  expect((await balances())['cash_safe']).toBe(safe - 5);
  expect(await broken()).toEqual([]);
});
