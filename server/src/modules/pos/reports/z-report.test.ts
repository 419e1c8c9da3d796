import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

/** A drawer that takes one sale and is counted. */
async function day(counted: number, location_id?: string) {
  const { data: session } = await shop.client.openCashSession({
    body: { opening_float: 100, ...(location_id ? { location_id } : {}) },
  });
  await shop.client.createSale({
    body: {
      cash_session_id: session.id,
      ...(location_id ? { location_id } : {}),
      items: [{ custom_name: 'Rice', unit_price: 20, quantity: 2, tax_rate: 15 }],
      payments: [{ channel: 'cash', amount: 46 }],
    },
  });
  const { data } = await shop.client.closeCashSession({
    params: { id: session.id },
    body: { counted: [{ tender: 'cash', amount: counted }] },
  });
  service.advance(3_600_000);
  return data;
}

describe('a report on closed drawers', () => {
  test('has the figures of each Z report, last closed first, and walks by cursor', async () => {
    const [first, second] = [await day(146), await day(145.5)];
    const { data, meta } = await shop.client.reportZ({ query: { limit: 1 } });
    expect(data).toMatchObject([
      {
        id: second.id,
        number: 2,
        sales: 1,
        sales_total: 46,
        refunds: 0,
        voids: 0,
        tax: 6,
        cash_expected: 146,
        cash_counted: 145.5,
        cash_difference: -0.5,
        hash: second.hash,
        closed_at: second.closed_at,
      },
    ]);
    const rest = (await shop.client.reportZ({ query: { limit: 1, cursor: meta.next_cursor ?? '' } })).data;
    expect(rest).toMatchObject([{ id: first.id, number: 1, cash_difference: 0, hash: first.hash }]);
  });

  test('is for the days and the location asked for, and for nobody else', async () => {
    const { id } = (await shop.client.createLocation({ body: { name: 'Stall' } })).data;
    const [here, there] = [await day(146), await day(146, id)];
    expect((await shop.client.reportZ({ query: { location_id: id } })).data.map((row) => row.id)).toEqual([
      there.id,
    ]);
    expect((await shop.client.reportZ({ query: { from: '2020-01-01', to: '2020-02-01' } })).data).toEqual([]);
    expect((await shop.client.reportZ()).data.map((row) => row.id)).toEqual([there.id, here.id]);
    expect((await (await service.merchant()).client.reportZ()).data).toEqual([]);
  });

  test('is CSV for bookkeepers', async () => {
    const { id } = await day(146);
    const answer = await fetch(`${service.baseUrl}/pos/reports/z`, {
      headers: { 'x-api-key': shop.key, accept: 'text/csv' },
    });
    const [head, row] = (await answer.text()).split('\r\n');
    expect(head).toContain('id,number,cash_session_id,location_id');
    expect(row).toContain(`${id},1,`);
  });

  test('of a location that is not there is refused', async () => {
    await expect(shop.client.reportZ({ query: { location_id: 'loc_none' } })).rejects.toMatchObject({
      code: 'LOCATION_NOT_FOUND',
      status: 404,
    });
  });
});
