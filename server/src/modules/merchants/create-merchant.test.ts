import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { addKey } from './add-key.ts';
import { createMerchant } from './create-merchant.ts';
import { updateMerchant } from './update-merchant.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const create = (input: object = {}) =>
  createMerchant(service.server.runtime.context, { name: 'Kadi Foods', email: 'kadi@example.sl', ...input });
const fieldOf = (path: string): object => ({
  code: 'VALIDATION_ERROR',
  details: { fields: [expect.objectContaining({ path })] },
});

test('a merchant is at home in Sierra Leone unless told otherwise', async () => {
  expect(await create({ name: '  Kadi Foods ' })).toMatchObject({
    id: expect.stringMatching(/^mch_/),
    name: 'Kadi Foods',
    store_name: 'Kadi Foods',
    country: 'SL',
    time_zone: 'Africa/Freetown',
    currency: 'SLE',
    status: 'active',
    reads_per_second: 100,
    writes_per_second: 50,
  });
  expect(await create({ country: 'gh' })).toMatchObject({
    country: 'GH',
    time_zone: 'Africa/Accra',
    currency: 'GHS',
  });
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ email: 'kadi' }, 'email'],
  [{ email: 'a@b' }, 'email'],
  [{ country: 'ZZ' }, 'country'],
])('%j is refused by name', async (input, path) => {
  await expect(create(input)).rejects.toMatchObject(fieldOf(path));
});

test('what is changed is changed, and the rest stays', async () => {
  const { context } = service.server.runtime;
  const { id } = await create();
  expect(
    await updateMerchant(context, id, { storeName: "Kadi's", timeZone: 'Africa/Lagos', readsPerSecond: 7 }),
  ).toMatchObject({
    name: 'Kadi Foods',
    store_name: "Kadi's",
    time_zone: 'Africa/Lagos',
    reads_per_second: 7,
    writes_per_second: 50,
  });
  await expect(updateMerchant(context, id, { timeZone: 'Freetown' })).rejects.toMatchObject(
    fieldOf('time_zone'),
  );
  await expect(updateMerchant(context, id, { timeZone: '+01:00' })).rejects.toMatchObject(
    fieldOf('time_zone'),
  );
  await expect(updateMerchant(context, id, { readsPerSecond: 0 })).rejects.toMatchObject(
    fieldOf('reads_per_second'),
  );
  await expect(updateMerchant(context, id, { status: 'gone' })).rejects.toMatchObject(fieldOf('status'));
  await expect(updateMerchant(context, 'mch_none', { name: 'X' })).rejects.toMatchObject({
    message: 'There is no merchant mch_none.',
  });
});

test('a merchant who is suspended is refused, and let in again', async () => {
  const { context } = service.server.runtime;
  const shop = await service.merchant();
  await shop.client.listZones();
  await updateMerchant(context, shop.id, { status: 'suspended' });
  await expect
    .poll(
      () =>
        shop.client.listZones().then(
          () => 'in',
          (error: { code: string }) => error.code,
        ),
      { timeout: 60_000 },
    )
    .toBe('MERCHANT_SUSPENDED');
  await updateMerchant(context, shop.id, { status: 'active' });
  await expect
    .poll(
      () =>
        shop.client.listZones().then(
          () => 'in',
          (error: { code: string }) => error.code,
        ),
      { timeout: 60_000 },
    )
    .toBe('in');
});

test('the operator may grant everything, but not what no key can have', async () => {
  const { context } = service.server.runtime;
  const { id } = await create();
  const input = { merchantId: id, livemode: true, kind: 'secret' as const };
  expect(
    await addKey(context, { ...input, scopes: ['dispatch:write', 'shipping:read'], expires: '2999-01-01' }),
  ).toMatchObject({
    scopes: ['shipping:read', 'dispatch:write'],
    expires_at: '2999-01-01T00:00:00.000Z',
    livemode: true,
    name: 'Secret key',
  });
  await expect(addKey(context, input)).rejects.toMatchObject(fieldOf('scopes'));
  await expect(addKey(context, { ...input, scopes: ['*'], expires: '2020-01-01' })).rejects.toMatchObject(
    fieldOf('expires'),
  );
  await expect(addKey(context, { ...input, merchantId: 'mch_none', scopes: ['*'] })).rejects.toMatchObject({
    message: 'There is no merchant mch_none.',
  });
});
