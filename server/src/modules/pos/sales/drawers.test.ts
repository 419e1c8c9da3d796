import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPos } from '../index.ts';
import { readSnapshot } from '../../../store/index.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Till } from '../../../../test/kit/till.ts';

let service: TestService;
let shop: TestMerchant;
let till: Till;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  till = openTill(shop);
});
afterAll(async () => {
  expect(await readSnapshot({ connectionString: service.databaseUrl }, verifyPos)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const open = async () =>
  (
    await shop.client.openCashSession({
      body: {
        terminal_id: (await shop.client.createTerminal({ body: { name: 'Front' } })).data.id,
        opening_float: 10,
      },
    })
  ).data.id;
const close = async (id: string, cash: number) =>
  (
    await shop.client.closeCashSession({
      params: { id },
      body: { counted: [{ tender: 'cash', amount: cash }] },
    })
  ).data;
const entries = async (sessionId: string) =>
  (
    await service.query(
      "SELECT kind, tender, amount_minor::int AS amount, late FROM cash_entries WHERE session_id = $1 AND kind <> 'opening' ORDER BY recorded_at, id",
      [sessionId],
    )
  ).map(({ kind, tender, amount, late }) => [kind, tender, amount, late]);

test('a drawer has what sales bring and voids take, and counts out', async () => {
  const rice = await till.goods({ price: 100 });
  const drawer = await open();
  const sale = await till.sell(rice, {
    cash_session_id: drawer,
    payments: [{ channel: 'cash', amount: 60, tendered: 100 }, { channel: 'external' }],
  });
  const other = await till.sell(rice, { cash_session_id: drawer });
  await shop.client.voidSale({ params: { id: other.id } });
  expect(sale.payments.map(({ cash_session_id }) => cash_session_id)).toEqual([drawer, drawer]);
  expect((await entries(drawer)).toSorted()).toEqual(
    [
      ['sale', 'cash', 10_000, false],
      ['sale', 'cash', 6_000, false],
      ['sale', 'external', 4_000, false],
      ['void', 'cash', -10_000, false],
    ].toSorted(),
  );
  expect(
    (
      await service.query(
        'SELECT kind, number FROM cash_documents WHERE session_id = $1 ORDER BY kind, number',
        [drawer],
      )
    ).map(({ kind, number }) => [kind, number]),
  ).toEqual([
    ['sale', sale.number],
    ['sale', other.number],
    ['void', other.number],
  ]);
  await close(drawer, 70);
  await expect(shop.client.voidSale({ params: { id: sale.id } })).rejects.toMatchObject({
    code: 'CASH_SESSION_CLOSED',
  });
  await expect(till.sell(rice, { cash_session_id: drawer })).rejects.toMatchObject({
    code: 'CASH_SESSION_CLOSED',
  });
  expect(await till.stockOf(rice)).toMatchObject({ on_hand: 99 });
});

test('a sale that was paid in part into a drawer that is closed by now is given up: the cash comes out of the open one', async () => {
  const rice = await till.goods({ price: 100 });
  const paidInPart = async (cash_session_id: string) =>
    till.sell(rice, {
      cash_session_id,
      status: 'open',
      payments: [
        { channel: 'cash', amount: 60, tendered: 60 },
        { channel: 'external', amount: 10 },
      ],
    });
  const [first, second] = [await open(), await open()];
  const [one, other] = [await paidInPart(first), await paidInPart(first)];
  await close(first, 130);
  const cancelled = await shop.client.cancelSale({
    params: { id: one.id },
    body: { cash_session_id: second },
  });
  expect(cancelled.data).toMatchObject({ status: 'cancelled', amount_refunded: 70 });
  expect((await entries(second)).toSorted()).toEqual([
    ['void', 'cash', -6_000, false],
    ['void', 'external', -1_000, false],
  ]);
  const left = async () =>
    (await shop.client.getCashReport({ params: { id: second } })).data.tenders.find(
      ({ tender }) => tender === 'cash',
    )?.expected;
  expect(await left()).toBe(-50);
  // Of no drawer, where nobody names one: as a refund of such a sale.
  await shop.client.cancelSale({ params: { id: other.id } });
  expect(await left()).toBe(-50);
  expect((await entries(first)).filter(([kind]) => kind === 'void')).toEqual([]);
});

test('money goes back out of the drawer of another location too, which counts it', async () => {
  const rice = await till.goods({ price: 100 });
  const location_id = (await shop.client.createLocation({ body: { name: 'Second shop' } })).data.id;
  const body = { location_id, opening_float: 500 };
  const cash_session_id = (await shop.client.openCashSession({ body })).data.id;
  const sold = await till.sell(rice, { quantity: 2 });
  const part = await till.sell(rice, { status: 'open', payments: [{ channel: 'cash', amount: 40 }] });
  const back = { cash_session_id, items: [{ line: 1, quantity: 1 }] };
  await shop.client.refundSale({ params: { id: sold.id }, body: back });
  await shop.client.cancelSale({ params: { id: part.id }, body: { cash_session_id } });
  await expect(till.sell(rice, { cash_session_id })).rejects.toMatchObject({
    code: 'CASH_SESSION_NOT_FOUND',
  });
  expect(await close(cash_session_id, 360)).toMatchObject({
    tenders: [{ tender: 'cash', refunds: 100, voids: 40, expected: 360, difference: 0 }],
    refunds: { count: 1, total: 100 },
  });
  expect(await till.stockOf(rice)).toEqual({ on_hand: 99, reserved: 0 });
});

test('a shop that takes cash only with a drawer gives back none without', async () => {
  const strict = await service.merchant();
  const rice = await openTill(strict).goods({ price: 100 });
  const sale = await openTill(strict).sell(rice, {
    status: 'open',
    payments: [{ channel: 'cash', amount: 60, tendered: 60 }],
  });
  const unpaid = await openTill(strict).sell(rice, { status: 'open', payments: [] });
  await strict.client.updatePosSettings({ body: { require_cash_session: true } });
  await expect(strict.client.cancelSale({ params: { id: sale.id } })).rejects.toMatchObject({
    code: 'CASH_SESSION_REQUIRED',
  });
  expect((await strict.client.cancelSale({ params: { id: unpaid.id } })).data.status).toBe('cancelled');
});

test('money that a provider brings after the drawer was closed comes late, and the sale is completed', async () => {
  const rice = await till.goods({ price: 100 });
  const drawer = await open();
  const waiting = await till.sell(rice, {
    cash_session_id: drawer,
    payments: [{ channel: 'mobile_money', phone: '+23200000001' }],
  });
  await shop.client.closeCashSession({
    params: { id: drawer },
    body: { counted: [{ tender: 'cash', amount: 10 }] },
  });
  service.advance(5_000);
  await service.drain();
  expect((await shop.client.getSale({ params: { id: waiting.id } })).data).toMatchObject({
    status: 'completed',
    amount_paid: 100,
  });
  expect(await entries(drawer)).toEqual([['sale', 'mobile_money', 10_000, true]]);
  await expect(shop.client.voidSale({ params: { id: waiting.id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'completed', to: 'voided' },
  });
});

test('who sells does what their permissions allow', async () => {
  const rice = await till.goods({ price: 100 });
  const { data: clerk } = await shop.client.createStaff({ body: { name: 'Musa', permissions: ['sell'] } });
  const items = (more: object) => ({ items: [{ variant_id: rice.variantId, ...more }], staff_id: clerk.id });
  expect(await till.sell(rice, items({ unit_price: 100 }))).toMatchObject({
    status: 'completed',
    staff_id: clerk.id,
  });
  await expect(till.sell(rice, items({ unit_price: 90 }))).rejects.toMatchObject({
    code: 'STAFF_PERMISSION_REQUIRED',
    details: { permission: 'price_override' },
  });
  await expect(till.sell(rice, items({ discount: { type: 'fixed', value: 1 } }))).rejects.toMatchObject({
    code: 'STAFF_PERMISSION_REQUIRED',
    details: { permission: 'discount' },
  });
  const sale = await till.sell(rice, items({}));
  await expect(
    shop.client.voidSale({ params: { id: sale.id }, body: { staff_id: clerk.id } }),
  ).rejects.toMatchObject({ code: 'STAFF_PERMISSION_REQUIRED', details: { permission: 'void' } });
  const { data: head } = await shop.client.createStaff({ body: { name: 'Isatu', permissions: ['void'] } });
  expect(
    (await shop.client.voidSale({ params: { id: sale.id }, body: { staff_id: head.id } })).data.status,
  ).toBe('voided');
});

test('a discount stays on other lines only where whoever changes them may give it', async () => {
  const rice = await till.goods({ price: 100 });
  const { data: clerk } = await shop.client.createStaff({ body: { name: 'Musa', permissions: ['sell'] } });
  const { data: head } = await shop.client.createStaff({ body: { name: 'Isatu', role: 'supervisor' } });
  const lines = (quantity: number) => [{ variant_id: rice.variantId, quantity }];
  const { data: parked } = await shop.client.createSale({
    body: {
      items: lines(1),
      discount: { type: 'percent', value: 50 },
      staff_id: head.id,
      status: 'parked',
    },
  });
  const change = async (body: object) =>
    (await shop.client.updateSale({ params: { id: parked.id }, body })).data;
  await expect(change({ items: lines(40), staff_id: clerk.id })).rejects.toMatchObject({
    code: 'STAFF_PERMISSION_REQUIRED',
    details: { permission: 'discount' },
  });
  expect(await change({ notes: 'For Musa', staff_id: clerk.id })).toMatchObject({ total: 50 });
  expect(await change({ items: lines(2), staff_id: head.id })).toMatchObject({ total: 100 });
  expect(await change({ items: lines(3), discount: null, staff_id: clerk.id })).toMatchObject({ total: 300 });
  expect(await change({ items: lines(4), staff_id: clerk.id })).toMatchObject({ total: 400 });
});

test('a product that is added to is sold with what was chosen, as much of it as it wants', async () => {
  const { data: group } = await shop.client.createModifierGroup({
    body: {
      name: 'Sauce',
      min_select: 1,
      max_select: 2,
      modifiers: [
        { name: 'Pepper', price: 2.5 },
        { name: 'Groundnut', price: 3 },
      ],
    },
  });
  const plate = await till.goods({ price: 20, modifier_group_ids: [group.id], stock: 5 });
  const [pepper] = group.modifiers;
  const sale = await till.sell(plate, {
    items: [{ variant_id: plate.variantId, quantity: 2, modifiers: [{ id: pepper?.id ?? '', quantity: 2 }] }],
  });
  expect(sale).toMatchObject({
    total: 50,
    items: [{ unit_price: 20, gross: 50, modifiers: [{ name: 'Pepper', price: 2.5, quantity: 2 }] }],
  });
  await expect(till.sell(plate)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('at least 1 of Sauce'),
  });
});

test('goods sold by weight keep their thousandths, and no finer ones', async () => {
  const fish = await till.goods({ price: 33.33, quantity_step: 0.005, stock: 10 });
  expect(await till.sell(fish, { items: [{ variant_id: fish.variantId, quantity: '0.335' }] })).toMatchObject(
    { total: 11.17, items: [{ quantity: 0.335 }] },
  );
  await expect(
    till.sell(fish, { items: [{ variant_id: fish.variantId, quantity: 0.333 }] }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await till.stockOf(fish)).toMatchObject({ on_hand: 9.665 });
});
