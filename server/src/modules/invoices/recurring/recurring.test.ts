import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { CATCH_UP_PERIODS_MAX, recur } from './recur.ts';

const DAY_MS = 86_400_000;
const TEMPLATE = {
  customer: { name: 'Aminata Sesay', email: 'aminata@example.sl' },
  items: [{ description: 'Hosting', unit_price: 120 }],
  due_days: 7,
};

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
});

const stopClock = (now: string) => shop.client.createTestClock({ body: { now } });
const clock = async (to: string): Promise<void> => {
  const [row] = await service.query('SELECT id FROM test_clocks WHERE merchant_id = $1', [shop.id]);
  await shop.client.advanceTestClock({ params: { id: String(row?.['id']) }, body: { to } });
};
const create = async (fields: object) =>
  (
    await shop.client.createRecurringInvoice({
      body: { frequency: 'monthly', template: TEMPLATE, ...fields } as never,
    })
  ).data;
const read = async (id: string) => (await shop.client.getRecurringInvoice({ params: { id } })).data;
const made = async (id: string) =>
  (await shop.client.listInvoices({ query: { limit: 100 } })).data
    .filter((invoice) => invoice.recurring_invoice_id === id)
    .toSorted((one, next) => (one.issue_date < next.issue_date ? -1 : 1));

describe('what is billed again and again', () => {
  test('is invoiced on the last day of each month, numbered, sent, and foretold', async () => {
    await stopClock('2027-12-01T10:00:00Z');
    const recurring = await create({
      name: 'Hosting',
      start_date: '2027-12-31',
      day_of_month: 31,
      auto_finalize: true,
      auto_send: ['email'],
    });
    expect(recurring).toMatchObject({
      status: 'active',
      next_date: '2027-12-31',
      upcoming: ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'],
      invoices_made: 0,
      template: TEMPLATE,
    });
    await clock('2028-03-31T12:00:00Z');
    const invoices = await made(recurring.id);
    expect(
      invoices.map(({ issue_date, due_date, status, number, total, sent_at }) => [
        issue_date,
        due_date,
        status,
        number,
        total,
        sent_at,
      ]),
    ).toEqual([
      ['2027-12-31', '2028-01-07', 'open', 'INV-2027-00001', 120, '2027-12-31T08:00:00.000Z'],
      ['2028-01-31', '2028-02-07', 'open', 'INV-2028-00001', 120, '2028-01-31T08:00:00.000Z'],
      ['2028-02-29', '2028-03-07', 'open', 'INV-2028-00002', 120, '2028-02-29T08:00:00.000Z'],
      ['2028-03-31', '2028-04-07', 'open', 'INV-2028-00003', 120, '2028-03-31T08:00:00.000Z'],
    ]);
    expect(await read(recurring.id)).toMatchObject({
      invoices_made: 4,
      next_date: '2028-04-30',
      failure: null,
      periods_skipped: 0,
    });
    await service.drain();
    expect((await shop.client.listNotices({})).data.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 4 }, () => 'invoice_sent'),
    );
  });

  test('ends after so many invoices or on a day, and makes drafts unless told otherwise', async () => {
    await stopClock('2026-11-21T10:00:00Z');
    const three = await create({ frequency: 'weekly', interval: 2, count: 3 });
    const until = await create({ frequency: 'daily', end_date: '2026-11-23' });
    expect([three.upcoming, until.upcoming]).toEqual([
      ['2026-11-21', '2026-12-05', '2026-12-19'],
      ['2026-11-21', '2026-11-22', '2026-11-23'],
    ]);
    await clock('2027-06-01T10:00:00Z');
    for (const { id } of [three, until]) {
      expect((await made(id)).map(({ status, number }) => [status, number])).toEqual([
        ['draft', null],
        ['draft', null],
        ['draft', null],
      ]);
      expect(await read(id)).toMatchObject({
        status: 'ended',
        next_date: null,
        upcoming: [],
        invoices_made: 3,
      });
    }
  });

  test('rests while it is paused, and does not make up for that time', async () => {
    await stopClock('2026-11-21T10:00:00Z');
    const { id } = await create({ frequency: 'daily' });
    await clock('2026-11-22T10:00:00Z');
    expect(
      (await shop.client.updateRecurringInvoice({ params: { id }, body: { paused: true } })).data,
    ).toMatchObject({ status: 'paused', next_date: null, upcoming: [] });
    await clock('2026-12-01T10:00:00Z');
    expect(
      (await shop.client.updateRecurringInvoice({ params: { id }, body: { paused: false } })).data,
    ).toMatchObject({ status: 'active', next_date: '2026-12-01' });
    await clock('2026-12-02T10:00:00Z');
    expect((await made(id)).map(({ issue_date }) => issue_date)).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-12-01',
      '2026-12-02',
    ]);
  });

  test('says why an invoice could not be made, and makes it as soon as it can be', async () => {
    await stopClock('2026-11-21T10:00:00Z');
    const customer = (await shop.client.createCustomer({ body: { name: 'Fatu Bangura' } })).data;
    const { id } = await create({
      frequency: 'daily',
      start_date: '2026-11-22',
      count: 1,
      template: { ...TEMPLATE, customer: undefined, customer_id: customer.id },
    });
    await shop.client.deleteCustomer({ params: { id: customer.id } });
    await clock('2026-11-22T10:00:00Z');
    expect(await read(id)).toMatchObject({
      status: 'active',
      invoices_made: 0,
      next_date: '2026-11-22',
      failure: { code: 'CUSTOMER_NOT_FOUND', at: '2026-11-22T08:00:00.000Z' },
    });
    await shop.client.updateRecurringInvoice({ params: { id }, body: { template: TEMPLATE } });
    await clock('2026-11-22T11:00:00Z');
    expect(await read(id)).toMatchObject({ status: 'ended', invoices_made: 1, failure: null });
  });

  test('can be changed for what comes, and deleted; what it made stays', async () => {
    await stopClock('2026-11-21T10:00:00Z');
    const { id, version } = await create({ frequency: 'daily' });
    await expect(
      shop.client.updateRecurringInvoice({
        params: { id },
        body: { name: 'Other' },
        ifMatch: `"${version + 5}"`,
      }),
    ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    await shop.client.updateRecurringInvoice({
      params: { id },
      body: { template: { ...TEMPLATE, items: [{ description: 'Hosting', unit_price: 150 }] } },
    });
    await clock('2026-11-21T10:00:01Z');
    expect((await made(id)).map(({ total }) => total)).toEqual([150]);
    expect((await shop.client.deleteRecurringInvoice({ params: { id } })).data).toEqual({
      id,
      deleted: true,
    });
    await clock('2026-12-21T10:00:00Z');
    expect(await made(id)).toHaveLength(1);
    await expect(read(id)).rejects.toMatchObject({ code: 'RECURRING_INVOICE_NOT_FOUND' });
  });
});

test('two nodes that bill at once make one invoice a period', async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 6; nth += 1)
    ids.push((await create({ frequency: 'daily', auto_finalize: true })).id);
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([service, other, service, other].map((node) => recur(node.server.modules.invoices)));
    for (const node of [service, other]) node.advance(DAY_MS);
  }
  const numbers = (await Promise.all(ids.map(made))).flatMap((invoices) =>
    invoices.map(({ number }) => number),
  );
  const [periods] = await service.query(
    'SELECT count(*)::int AS made, count(DISTINCT (recurring_invoice_id, day))::int AS days FROM recurring_invoice_periods WHERE merchant_id = $1',
    [shop.id],
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBe(periods?.['made']);
  expect(periods?.['made']).toBe(periods?.['days']);
  expect(numbers.length).toBeGreaterThanOrEqual(3 * ids.length);
});

test('after a long standstill the last periods are made up for, and the others are told', async () => {
  const { id } = await create({ frequency: 'daily' });
  service.advance(40 * DAY_MS);
  other.advance(40 * DAY_MS);
  for (let turns = 0; turns < 30; turns += 1)
    await Promise.all([recur(service.server.modules.invoices), recur(other.server.modules.invoices)]);
  const after = await read(id);
  expect(after.invoices_made).toBe(CATCH_UP_PERIODS_MAX);
  expect(after.periods_skipped).toBeGreaterThan(20);
  const days = (await made(id)).map(({ issue_date }) => issue_date);
  expect(new Set(days).size).toBe(CATCH_UP_PERIODS_MAX);
});

describe('refused is', () => {
  test.each([
    ['a start in the past', { start_date: '2020-01-01' }, 'start_date'],
    ['an end before the start', { start_date: '2030-01-02', end_date: '2030-01-01' }, 'end_date'],
    [
      'an end before the first invoice',
      { start_date: '2030-01-20', day_of_month: 15, end_date: '2030-02-01' },
      'end_date',
    ],
    ['a day of the month of what is not monthly', { frequency: 'weekly', day_of_month: 3 }, 'day_of_month'],
    ['sending drafts', { auto_send: ['email'] }, 'auto_finalize'],
    ['a template for nobody', { template: { items: TEMPLATE.items } }, 'name'],
    [
      'a template without a price',
      { template: { ...TEMPLATE, items: [{ description: 'Hosting' }] } },
      'unit_price',
    ],
  ])('%s', async (_what, fields, word) => {
    await expect(create(fields)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(word),
    });
  });
});

test('a template with a tax over 100 % is refused as an invoice is, made or changed, and stays as it was', async () => {
  const items = (tax: object) => ({ items: [{ description: 'Hosting', unit_price: 120, ...tax }] });
  const kept = await create({});
  for (const [fields, path] of [
    [{ tax_rate: 100.0001 }, 'tax_rate'],
    [items({ tax_rate: 101 }), 'items[0].tax_rate'],
    [items({ taxes: [{ name: 'Levy', rate: '100.0001' }] }), 'items[0].taxes[0].rate'],
  ] as const) {
    const template = { ...TEMPLATE, ...fields };
    const refused = { code: 'VALIDATION_ERROR', details: { fields: [{ path }] } };
    await expect(shop.client.createInvoice({ body: template as never })).rejects.toMatchObject(refused);
    await expect(create({ template })).rejects.toMatchObject(refused);
    const change = { params: { id: kept.id }, body: { template: template as never } };
    await expect(shop.client.updateRecurringInvoice(change)).rejects.toMatchObject(refused);
  }
  expect(await read(kept.id)).toEqual(kept);
  const whole = await create({ template: { ...TEMPLATE, tax_rate: 100 } });
  expect(whole.template).toEqual({ ...TEMPLATE, tax_rate: 100 });
});
