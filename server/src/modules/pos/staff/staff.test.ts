import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const NOBODY = 'stf_00000000000000000000000000';
const add = async (body: Partial<Parameters<TestMerchant['client']['createStaff']>[0]['body']> = {}) =>
  (await shop.client.createStaff({ body: { name: 'Aminata', ...body } })).data;

test('PINs given out without end leave room for who signs in elsewhere', async () => {
  const id = (await add()).id;
  const { email, password } = await service.operator();
  const flood = Array.from({ length: 60 }, () =>
    shop.client.setStaffPin({ params: { id }, body: { pin: '482711' } }).then(
      ({ status }) => status,
      ({ status }: { readonly status: number }) => status,
    ),
  );
  expect((await shop.client.signInOperator({ body: { email, password } })).status).toBe(200);
  expect([200, 503]).toEqual(expect.arrayContaining([...new Set(await Promise.all(flood))]));
});

describe('somebody of the staff', () => {
  test('is a cashier unless the merchant says otherwise', async () => {
    expect(await add()).toMatchObject({
      name: 'Aminata',
      role: 'cashier',
      permissions: ['sell', 'cash'],
      location_ids: [],
      is_active: true,
      has_pin: false,
      pin_locked_until: null,
      version: 1,
      livemode: false,
      test: true,
    });
    expect(await add({ role: 'supervisor' })).toMatchObject({
      permissions: expect.arrayContaining(['refund', 'close_session']),
    });
    expect(await add({ permissions: ['stock', 'sell'] })).toMatchObject({
      role: 'custom',
      permissions: ['sell', 'stock'],
    });
  });

  test('is listed, read, changed as last seen, sent back whole, and removed', async () => {
    const { id } = await add({ name: 'Musa' });
    const read = (await shop.client.getStaff({ params: { id } })).data;
    expect((await shop.client.listStaff()).data[0]).toEqual(read);
    expect((await shop.client.updateStaff({ params: { id }, body: read })).data).toEqual(read);
    const promoted = await shop.client.updateStaff({
      params: { id },
      body: { role: 'manager', is_active: false },
      ifMatch: 'W/"1.0"',
    });
    await expect(
      shop.client.updateStaff({ params: { id }, body: { name: 'Musa Kanu' }, ifMatch: 'W/"1.0"' }),
    ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect(promoted.data).toMatchObject({ version: 2, role: 'manager', is_active: false });
    expect(
      (await shop.client.listStaff({ query: { is_active: true } })).data.map((one) => one.id),
    ).not.toContain(id);
    expect((await shop.client.deleteStaff({ params: { id } })).data).toEqual({ id, deleted: true });
    await expect(shop.client.getStaff({ params: { id } })).rejects.toMatchObject({ code: 'STAFF_NOT_FOUND' });
    await expect(shop.client.deleteStaff({ params: { id } })).rejects.toMatchObject({
      code: 'STAFF_NOT_FOUND',
    });
  });

  test('works where the merchant is, and has a role that fits', async () => {
    await expect(add({ location_ids: ['loc_00000000000000000000000000'] })).rejects.toMatchObject({
      code: 'LOCATION_NOT_FOUND',
    });
    await expect(add({ role: 'custom' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(add({ role: 'cashier', permissions: ['refund'] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test("is nobody of another merchant's", async () => {
    const stranger = await service.merchant();
    const { id } = await add();
    for (const call of [
      () => stranger.client.getStaff({ params: { id } }),
      () => stranger.client.setStaffPin({ params: { id }, body: { pin: '4827' } }),
      () => stranger.client.updateStaff({ params: { id }, body: { name: 'Eve' } }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'STAFF_NOT_FOUND' });
    }
  });
});

describe('a PIN', () => {
  test('is set, never shown, and kept as a slow hash', async () => {
    const { id } = await add();
    const set = await shop.client.setStaffPin({ params: { id }, body: { pin: '48271' } });
    expect(set.data).toMatchObject({ has_pin: true });
    expect(JSON.stringify(set)).not.toContain('48271');
    expect(JSON.stringify(set)).not.toContain('argon2');
    expect(await service.query('SELECT pin_hash FROM staff WHERE id = $1', [id])).toEqual([
      { pin_hash: expect.stringMatching(/^\$argon2id\$/) },
    ]);
  });

  test('is refused where everybody would try it first, or it is no PIN', async () => {
    const { id } = await add();
    for (const pin of ['0000', '1234', '8765', '1212', '123', '123456789', 'abcd'])
      await expect(shop.client.setStaffPin({ params: { id }, body: { pin } }), pin).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    await expect(
      shop.client.setStaffPin({ params: { id: NOBODY }, body: { pin: '4827' } }),
    ).rejects.toMatchObject({ code: 'STAFF_NOT_FOUND' });
  });
});
