import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
/** Where the person works, and where not. */
let here: string;
let elsewhere: string;
let staff_id: string;
let variant_id: string;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const location = async (name: string) => (await shop.client.createLocation({ body: { name } })).data.id;
  [here, elsewhere] = [await location('Lumley'), await location('Makeni')];
  staff_id = (
    await shop.client.createStaff({ body: { name: 'Musa', role: 'manager', location_ids: [here] } })
  ).data.id;
  const { data } = await shop.client.createProduct({ body: { name: 'Rice', price: 10 } });
  variant_id = data.variants[0]?.id ?? '';
  for (const location_id of [here, elsewhere])
    await shop.client.createStockAdjustment({
      body: { location_id, items: [{ variant_id, delta: 50, reason: 'purchase' }] },
    });
});
afterAll(() => service[Symbol.asyncDispose]());

const items = () => [{ variant_id, quantity: 1 }];
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toMatchObject({
    code: 'STAFF_PERMISSION_REQUIRED',
    details: { location_id: elsewhere, staff_id },
  });

describe('somebody who works at one location', () => {
  test('sells there and nowhere else, also by a session of their own', async () => {
    const sell = (location_id: string) =>
      shop.client.createSale({
        body: { location_id, staff_id, items: items(), payments: [{ channel: 'cash' }] },
      });
    expect((await sell(here)).data.status).toBe('completed');
    await refused(sell(elsewhere));
    const { data } = await shop.client.createWidgetSession({ body: { staff_id } });
    const own = createClient({ baseUrl: service.baseUrl, apiKey: data.token, retries: 0 });
    await refused(
      own.createSale({
        body: { location_id: elsewhere, items: items(), payments: [{ channel: 'cash' }] },
      }),
    );
  });

  test('sells where the till stands that is named, and takes the stock from there', async () => {
    const till = async (location_id: string) =>
      (await shop.client.createTerminal({ body: { name: 'Till', location_id } })).data.id;
    const stock = async (location_id: string) =>
      (await shop.client.listInventory({ query: { variant_id, location_id } })).data[0]?.on_hand ?? 0;
    const sell = (terminal_id: string, more = {}) =>
      shop.client.createSale({
        body: { terminal_id, staff_id, items: items(), payments: [{ channel: 'cash' }], ...more },
      });
    const [before, own, other] = [await stock(here), await till(here), await till(elsewhere)];
    expect((await sell(own)).data).toMatchObject({ location_id: here, terminal_id: own });
    expect(await stock(here)).toBe(before - 1);
    await refused(sell(other));
    expect((await sell(other, { location_id: here })).data).toMatchObject({ location_id: here });
    await expect(sell('trm_00000000000000000000000000')).rejects.toMatchObject({
      code: 'TERMINAL_NOT_FOUND',
    });
  });

  test('pays for, parks, changes, gives up and voids no sale that was made elsewhere', async () => {
    const made = async (status: 'open' | 'parked') =>
      (await shop.client.createSale({ body: { location_id: elsewhere, status, items: items() } })).data.id;
    const [open, parked] = [{ id: await made('open') }, { id: await made('parked') }];
    const body = { staff_id };
    await refused(shop.client.paySale({ params: open, body: { ...body, channel: 'cash' } }));
    await refused(
      shop.client.completeSale({ params: open, body: { ...body, payments: [{ channel: 'cash' }] } }),
    );
    await refused(shop.client.parkSale({ params: open, body }));
    await refused(shop.client.updateSale({ params: parked, body: { ...body, tip: 1 } }));
    await refused(shop.client.cancelSale({ params: open, body }));
    await shop.client.completeSale({ params: open, body: { payments: [{ channel: 'cash' }] } });
    await refused(shop.client.voidSale({ params: open, body }));
    expect(
      (await shop.client.refundSale({ params: open, body: { ...body, everything: true } })).data.amount,
    ).toBe(10);
  });

  test('opens, uses and closes no drawer that stands elsewhere', async () => {
    await refused(shop.client.openCashSession({ body: { location_id: elsewhere, staff_id } }));
    const { id } = (await shop.client.openCashSession({ body: { location_id: elsewhere } })).data;
    await refused(
      shop.client.createCashMovement({
        params: { id },
        body: { type: 'pay_out', amount: 5, reason: 'Water', staff_id },
      }),
    );
    await refused(shop.client.closeCashSession({ params: { id }, body: { counted: [], staff_id } }));
    expect((await shop.client.openCashSession({ body: { location_id: here, staff_id } })).data).toMatchObject(
      { status: 'open', location_id: here },
    );
  });

  test('corrects, counts and sends what lies there, and takes in what comes there', async () => {
    const adjust = (location_id: string) =>
      shop.client.createStockAdjustment({
        body: { location_id, staff_id, items: [{ variant_id, delta: -1, reason: 'loss' }] },
      });
    expect((await adjust(here)).data.location_id).toBe(here);
    await refused(adjust(elsewhere));
    await refused(shop.client.createStockCount({ body: { location_id: elsewhere, staff_id } }));
    const { id } = (await shop.client.createStockCount({ body: { location_id: elsewhere } })).data;
    await refused(
      shop.client.addStockCountLines({
        params: { id },
        body: { staff_id, items: [{ variant_id, counted: 3 }] },
      }),
    );
    await refused(shop.client.submitStockCount({ params: { id }, body: { staff_id } }));
    await refused(shop.client.cancelStockCount({ params: { id }, body: { staff_id } }));
    const send = (from: string, to: string, by?: string) =>
      shop.client.createStockTransfer({
        body: { from_location_id: from, to_location_id: to, items: items(), ...(by && { staff_id: by }) },
      });
    await refused(send(elsewhere, here, staff_id));
    const sent = (await send(here, elsewhere, staff_id)).data;
    await refused(shop.client.receiveStockTransfer({ params: { id: sent.id }, body: { staff_id } }));
    const coming = (await send(elsewhere, here)).data;
    await refused(shop.client.cancelStockTransfer({ params: { id: coming.id }, body: { staff_id } }));
    expect(
      (await shop.client.receiveStockTransfer({ params: { id: coming.id }, body: { staff_id } })).data.status,
    ).toBe('received');
  });
});
