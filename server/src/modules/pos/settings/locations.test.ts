import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { ensureDefaultLocation } from './default-location.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

type Body = Parameters<TestMerchant['client']['createLocation']>[0]['body'];
const open = async (body: Partial<Body> = {}) =>
  (await shop.client.createLocation({ body: { name: 'Lumley Beach', ...body } })).data;
const all = async () => (await shop.client.listLocations()).data;

describe('locations', () => {
  test('a merchant has one from the start, in each mode its own, however many need it at once', async () => {
    const { store, world } = service.server.runtime.context;
    const tenant = { merchantId: shop.id, livemode: true };
    const made = await Promise.all(
      Array.from({ length: 12 }, () =>
        store.transaction(tenant, (tx) => ensureDefaultLocation(tx, tenant, world.now())),
      ),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const [first, ...others] = await all();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      code: 'MAIN',
      is_default: true,
      is_active: true,
      livemode: false,
      test: true,
      address: null,
      receipt_lines: [],
    });
    expect(first?.id).not.toBe(made[0]?.id);
    expect(await all()).toEqual([first]);
  });

  test('one is opened with all that it prints, and read back', async () => {
    const made = await open({
      address: '27 Beach Road',
      phone: '076 123456',
      receipt_lines: ['Open until 10', '<b>at night</b>'],
    });
    expect(made).toMatchObject({
      name: 'Lumley Beach',
      code: 'LUM',
      phone: '+23276123456',
      receipt_lines: ['Open until 10', '<b>at night</b>'],
      is_default: false,
      version: 1,
    });
    expect((await shop.client.getLocation({ params: { id: made.id } })).data).toEqual(made);
    expect([
      (await open()).code,
      (await open({ name: 'łódź' })).code,
      (await open({ name: '市場' })).code,
    ]).toEqual(['LUM2', 'ODZ', 'LOC']);
    expect((await all()).map(({ code }) => code)).toHaveLength(5);
    expect(
      (await shop.client.listLocations({ query: { q: 'beach road' } })).data.map(({ id }) => id),
    ).toEqual([made.id]);
  });

  test('codes that many want at once all differ', async () => {
    const codes = (await Promise.all(Array.from({ length: 8 }, () => open()))).map(({ code }) => code);
    expect(new Set(codes).size).toBe(8);
  });

  test('the default goes from one to the other, and stays with exactly one under any race', async () => {
    const [one, two] = [await open(), await open()];
    await Promise.all(
      [one, two, one, two].map(({ id }) =>
        shop.client.updateLocation({ params: { id }, body: { is_default: true } }),
      ),
    );
    expect((await all()).filter(({ is_default }) => is_default)).toHaveLength(1);
    await shop.client.updateLocation({ params: { id: one.id }, body: { is_default: true } });
    expect((await all()).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([one.id]);
    expect((await open({ is_default: true, name: 'Head office' })).is_default).toBe(true);
    expect((await all()).filter(({ is_default }) => is_default)).toHaveLength(1);
  });

  test('a change leaves the rest as it is', async () => {
    const made = await open({ address: '27 Beach Road', phone: '076 123456' });
    const changed = (
      await shop.client.updateLocation({ params: { id: made.id }, body: { address: null, is_active: false } })
    ).data;
    expect(changed).toMatchObject({
      name: made.name,
      phone: made.phone,
      address: null,
      is_active: false,
      version: 2,
    });
    expect(
      (await shop.client.listLocations({ query: { is_active: false } })).data.map(({ id }) => id),
    ).toEqual([made.id]);
  });

  test('one is closed for good; its code is free again', async () => {
    const made = await open({ code: 'LB1' });
    expect((await shop.client.deleteLocation({ params: { id: made.id } })).data).toEqual({
      id: made.id,
      deleted: true,
    });
    await expect(shop.client.getLocation({ params: { id: made.id } })).rejects.toMatchObject({
      code: 'LOCATION_NOT_FOUND',
    });
    expect((await open({ code: 'LB1' })).code).toBe('LB1');
  });

  test('none is closed under a till that stands there or a drawer that is open there', async () => {
    const made = await open();
    const params = { id: made.id };
    const { client } = shop;
    const till = (await client.createTerminal({ body: { name: 'Front', location_id: made.id } })).data;
    await expect(client.deleteLocation({ params })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'in_use', terminal_id: till.id },
    });
    await client.deleteTerminal({ params: { id: till.id } });
    const drawer = (await client.openCashSession({ body: { location_id: made.id, opening_float: 0 } })).data;
    await expect(client.deleteLocation({ params })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'in_use', cash_session_id: drawer.id },
    });
    const counted = [{ tender: 'cash', amount: 0 } as const];
    await client.closeCashSession({ params: { id: drawer.id }, body: { counted } });
    expect((await client.deleteLocation({ params })).data.deleted).toBe(true);
  });

  test('of closing one and setting a till up there at once, one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await open();
      const both = await Promise.allSettled([
        shop.client.createTerminal({ body: { name: `Till ${round}`, location_id: id } }),
        shop.client.deleteLocation({ params: { id } }),
      ]);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  test('what is not there, or belongs to somebody else, is not found', async () => {
    const { id } = await open();
    const stranger = await service.merchant();
    const { getLocation, updateLocation, deleteLocation } = stranger.client;
    for (const call of [
      () => getLocation({ params: { id } }),
      () => updateLocation({ params: { id }, body: {} }),
      () => deleteLocation({ params: { id } }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'LOCATION_NOT_FOUND', status: 404 });
    }
  });

  test("a code is one location's own", async () => {
    await open({ code: 'LB1' });
    const other = await open();
    await expect(open({ code: 'LB1' })).rejects.toMatchObject({
      code: 'DUPLICATE_CODE',
      details: { code: 'LB1' },
    });
    await expect(
      shop.client.updateLocation({ params: { id: other.id }, body: { code: 'LB1' } }),
    ).rejects.toMatchObject({ code: 'DUPLICATE_CODE' });
  });

  test('the default is neither switched off nor closed, and nothing inactive becomes it', async () => {
    const [main] = await all();
    const id = main?.id ?? '';
    for (const body of [{ is_default: false }, { is_active: false }])
      await expect(shop.client.updateLocation({ params: { id }, body })).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        status: 409,
      });
    await expect(shop.client.deleteLocation({ params: { id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    await expect(open({ is_default: true, is_active: false })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'is_default' }] },
    });
  });

  test('a change under If-Match is made on what was read', async () => {
    const made = await open();
    const change = (ifMatch: string) =>
      fetch(`${service.baseUrl}/pos/locations/${made.id}`, {
        method: 'PATCH',
        headers: { 'x-api-key': shop.key, 'content-type': 'application/json', 'if-match': ifMatch },
        body: '{"name":"Beach"}',
      });
    expect((await change('"1"')).status).toBe(200);
    expect((await change('"1"')).status).toBe(412);
  });

  test('a phone number has to exist', async () => {
    await expect(open({ phone: '12' })).rejects.toMatchObject({ code: 'INVALID_PHONE', status: 422 });
  });
});

describe('settings of the till', () => {
  const change = async (body: object) => (await shop.client.updatePosSettings({ body })).data;

  test('are as is usual until they are set, and changes at once all have their effect', async () => {
    const usual = (await shop.client.getPosSettings()).data;
    expect(usual).toEqual({
      version: 0,
      tax_rounding: 'document',
      tax_inclusive: false,
      cash_rounding_increment: 0,
      cash_rounding_mode: 'nearest',
      reserve_on_park: false,
      require_cash_session: false,
      receipt_header: [],
      receipt_footer: [],
      sale_number_pattern: '{LOC}-{00000}',
      clock_skew_minutes: 15,
      offline_managers: false,
      livemode: false,
      test: true,
      updated_at: null,
    });
    await Promise.all([
      change({ cash_rounding_increment: '0.50' }),
      change({ tax_inclusive: true }),
      change({ receipt_header: ['Aminata Stores'] }),
      change({ sale_number_pattern: 'S{YYYY}-{LOC}-{0000}' }),
    ]);
    const set = (await shop.client.getPosSettings()).data;
    expect(set).toMatchObject({
      version: 4,
      cash_rounding_increment: 0.5,
      tax_inclusive: true,
      receipt_header: ['Aminata Stores'],
      sale_number_pattern: 'S{YYYY}-{LOC}-{0000}',
      tax_rounding: 'document',
    });
    expect((await shop.client.updatePosSettings({ body: set })).data).toEqual(set);
  });

  test('an increment has no more decimals than money has', async () => {
    await expect(change({ cash_rounding_increment: 0.005 })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
      details: { fields: [{ path: 'cash_rounding_increment' }] },
    });
    await expect(change({ cash_rounding_increment: -1 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('a pattern has the number in it exactly once, and nothing that a file name or a page could trip over', async () => {
    for (const sale_number_pattern of ['S-{YYYY}', '{000}{000}', '{NAME}-{000}', '<b>{000}', 'a\nb{000}', ''])
      await expect(change({ sale_number_pattern }), sale_number_pattern).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
  });

  test('a change under If-Match is made on what was read', async () => {
    await change({ tax_inclusive: true });
    const answer = await fetch(`${service.baseUrl}/pos/settings`, {
      method: 'PATCH',
      headers: { 'x-api-key': shop.key, 'content-type': 'application/json', 'if-match': '"0"' },
      body: '{"tax_inclusive":false}',
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      412,
      { error: { code: 'PRECONDITION_FAILED' } },
    ]);
  });
});

test('who runs the tills reads locations and settings with that scope alone', async () => {
  const client = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { scopes: ['pos:admin'] }),
    retries: 0,
  });
  const [first] = (await client.listLocations()).data;
  expect((await client.getLocation({ params: { id: first?.id ?? '' } })).data).toEqual(first);
  expect((await client.getPosSettings()).data).toMatchObject({ tax_rounding: 'document' });
  await expect(client.listProducts()).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
    details: { scope: 'pos:read' },
  });
});
