import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { makeRounds } from './make-rounds.ts';

const DAY_MS = 86_400_000;
const CUSTOMER = { name: 'Aminata Sesay', email: 'aminata@example.sl', phone: '+23276123456' };

let service: TestService;
let other: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  other = await startService({ databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  shop = await service.merchant();
  await shop.client.createTestClock({ body: { now: '2026-11-21T10:00:00Z' } });
});

const clock = async (to: string): Promise<void> => {
  const [row] = await service.query('SELECT id FROM test_clocks WHERE merchant_id = $1', [shop.id]);
  await shop.client.advanceTestClock({ params: { id: String(row?.['id']) }, body: { to } });
};
const open = async (fields: object = {}) =>
  (
    await shop.client.createInvoice({
      body: {
        customer: CUSTOMER,
        items: [{ description: 'Work', unit_price: 100 }],
        due_date: '2026-12-05',
        finalize: true,
        ...fields,
      } as never,
    })
  ).data;
const read = async (id: string) => (await shop.client.getInvoice({ params: { id } })).data;
const told = async (id: string) => {
  await service.drain();
  return (
    await service.query('SELECT event FROM webhook_messages WHERE entity = $1 ORDER BY sequence', [id])
  ).map(({ event }) => event);
};
const notices = async (number: string | null) => {
  await service.drain();
  return (await shop.client.listNotices({ query: { job_number: number ?? '' } })).data.map(({ kind, to }) => [
    kind,
    to,
  ]);
};

test('a customer is reminded at each planned time, once, and never of what is paid', async () => {
  const reminders = [
    { days_from_due: -3, channel: 'sms' },
    { days_from_due: 0, channel: 'email' },
    { days_from_due: 7, channel: 'email' },
  ];
  const [late, paid, voided] = [
    await open({ reminders }),
    await open({ reminders }),
    await open({ reminders }),
  ];
  expect(late.next_reminder_at).toBe('2026-12-02T09:00:00.000Z');
  await shop.client.voidInvoice({ params: { id: voided.id }, body: {} });
  await clock('2026-12-02T08:59:59Z');
  expect(await told(late.id)).toEqual(['invoice.created', 'invoice.updated']);
  await clock('2026-12-05T10:00:00Z');
  expect(await notices(late.number)).toEqual([
    ['invoice_reminder', expect.stringContaining('@')],
    ['invoice_reminder', '+232 76 *** 456'],
  ]);
  await shop.client.payInvoice({ params: { id: paid.id }, body: { channel: 'cash' } });
  await clock('2027-01-20T10:00:00Z');
  await clock('2027-02-20T10:00:00Z');
  expect(await notices(late.number)).toHaveLength(3);
  expect((await notices(late.number))[0]).toEqual(['invoice_overdue', expect.stringContaining('@')]);
  expect([(await notices(paid.number)).length, (await notices(voided.number)).length]).toEqual([2, 0]);
  expect((await read(late.id)).next_reminder_at).toBe(null);
  expect((await told(late.id)).filter((event) => event === 'invoice.overdue')).toHaveLength(1);
  expect(await told(voided.id)).not.toContain('invoice.overdue');
});

test('that an invoice became overdue is told once, and again where it was given more time', async () => {
  const { id } = await open();
  await clock('2026-12-05T23:59:59Z');
  expect((await read(id)).is_overdue).toBe(false);
  expect(await told(id)).not.toContain('invoice.overdue');
  await clock('2026-12-06T00:00:00Z');
  expect((await read(id)).is_overdue).toBe(true);
  await clock('2026-12-20T00:00:00Z');
  await shop.client.updateInvoice({ params: { id }, body: { due_date: '2026-12-31' } });
  await clock('2027-01-15T00:00:00Z');
  expect((await told(id)).filter((event) => event === 'invoice.overdue')).toHaveLength(2);
});

test('a late fee grows what is due, period by period, up to the most, and can be paid', async () => {
  const { id } = await open({
    late_fee: { type: 'percent', value: 5, after_days: 7, repeat_days: 30, max: 12 },
  });
  await clock('2026-12-13T00:00:00Z');
  expect(await read(id)).toMatchObject({
    total: 100,
    late_fee_total: 5,
    amount_due: 105,
    late_fees: [{ period: 1, amount: 5, at: '2026-12-13T00:00:00.000Z' }],
  });
  await shop.client.payInvoice({ params: { id }, body: { channel: 'cash', amount: 20 } });
  await clock('2027-06-01T00:00:00Z');
  const after = await read(id);
  expect(after.late_fees.map(({ period, amount, at }) => [period, amount, at.slice(0, 10)])).toEqual([
    [1, 5, '2026-12-13'],
    [2, 4, '2027-01-12'],
    [3, 3, '2027-02-11'],
  ]);
  expect(after).toMatchObject({ late_fee_total: 12, amount_due: 92 });
  await shop.client.payInvoice({ params: { id }, body: { channel: 'cash' } });
  expect(await read(id)).toMatchObject({ status: 'paid', amount_paid: 112, amount_due: 0 });
  expect((await told(id)).filter((event) => event === 'invoice.updated')).toHaveLength(4);
});

test('a fixed fee comes once where it says nothing of again; of what is paid in time there is none', async () => {
  const late_fee = { type: 'fixed', value: '7.50', after_days: 0 };
  const [late, paid] = [await open({ late_fee }), await open({ late_fee })];
  await shop.client.payInvoice({ params: { id: paid.id }, body: { channel: 'cash' } });
  await clock('2027-03-01T00:00:00Z');
  expect(await read(late.id)).toMatchObject({ late_fee_total: 7.5, late_fees: [{ period: 1, amount: 7.5 }] });
  expect(await read(paid.id)).toMatchObject({ late_fee_total: 0, late_fees: [] });
});

test('two nodes that make their rounds at once, again and again, do each thing once', async () => {
  await service.query('DELETE FROM test_clocks WHERE merchant_id = $1', [shop.id]);
  const today = new Date().toISOString().slice(0, 10);
  const ids: string[] = [];
  for (let nth = 0; nth < 8; nth += 1)
    ids.push(
      (
        await open({
          issue_date: today,
          due_date: today,
          reminders: [{ days_from_due: 2, channel: 'sms' }],
          late_fee: { type: 'fixed', value: 3, after_days: 1, repeat_days: 2 },
        })
      ).id,
    );
  for (const node of [service, other]) node.advance(6 * DAY_MS);
  for (let round = 0; round < 3; round += 1)
    await Promise.all(
      [service, other, service, other].map((node) => makeRounds(node.server.modules.invoices)),
    );
  for (const id of ids) {
    expect((await read(id)).late_fees.map(({ period }) => period)).toEqual([1, 2, 3]);
    expect(
      (await told(id)).filter((event) => event !== 'invoice.created' && event !== 'invoice.updated').sort(),
    ).toEqual(['invoice.overdue', 'invoice.reminded']);
  }
  const [sent] = await service.query(
    `SELECT count(*)::int AS sent FROM notices WHERE merchant_id = $1 AND kind = 'invoice_overdue'`,
    [shop.id],
  );
  expect(sent?.['sent']).toBe(8);
});

test('a reminder that is due goes out, though its invoice is changed before anybody comes to it', async () => {
  await service.query('DELETE FROM test_clocks WHERE merchant_id = $1', [shop.id]);
  const today = service.server.runtime.context.world.now().toISOString().slice(0, 10);
  const reminders = [{ days_from_due: 2, channel: 'sms' }];
  const { id } = await open({ issue_date: today, due_date: today, reminders });
  service.advance(3 * DAY_MS);
  await shop.client.updateInvoice({ params: { id }, body: { notes: 'Paid in part, they say' } });
  await shop.client.updateInvoice({ params: { id }, body: { reminders } as never });
  await makeRounds(service.server.modules.invoices);
  expect((await told(id)).filter((event) => event === 'invoice.reminded')).toHaveLength(1);
});
