import { afterAll, beforeAll, expect, test } from 'vitest';
import { sale } from '../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyMerchants } from './merchant-module.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const broken = async (): Promise<string[]> =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyMerchants)).map(({ check }) =>
    check.replace('verify.', ''),
  );
const keep = (key: string, effect: string, answer: string): Promise<unknown> =>
  service.query(`INSERT INTO idempotency_keys VALUES ($1, false, $2, '\\x00', $3, ${answer}, now())`, [
    shop.id,
    key,
    effect,
  ]);

test('what was made through the API keeps every promise', async () => {
  const body = {
    pickup_city: 'Freetown',
    pickup_address: '14 Siaka Stevens Street',
    delivery_city: 'Lumley',
    delivery_address: '12 Wilkinson Road',
  };
  await shop.client.createDelivery({ body, idempotencyKey: 'order-1' });
  const jazz = await sale(shop);
  await shop.client.createTicketOrder({
    params: { id: jazz.eventId },
    body: { items: [{ ticket_type_id: jazz.typeId, quantity: 1 }] },
    idempotencyKey: 'order-2',
  });
  const { data: parked } = await shop.client.createSale({
    body: { items: [{ custom_name: 'Soap', unit_price: 5 }], status: 'parked' },
    idempotencyKey: 'order-3',
  });
  await shop.client.completeSale({
    params: { id: parked.id },
    body: { payments: [{ channel: 'cash' }] },
    idempotencyKey: 'order-4',
  });
  const { data: order } = await shop.client.createTicketOrder({
    params: { id: jazz.eventId },
    body: { items: [{ ticket_type_id: jazz.typeId, quantity: 2 }], payment: { method: 'cash' } },
    idempotencyKey: 'order-5',
  });
  await shop.client.refundTicketOrder({
    params: { id: order.id },
    body: { amount: 10 },
    idempotencyKey: 'order-6',
  });
  await shop.client.createKey({ body: { kind: 'public' } });
  expect(await broken()).toEqual([]);
});

test('a request that left its key without its delivery or order, its answer, or twice is found out', async () => {
  const [delivery] = await service.query('SELECT job_number FROM deliveries');
  await keep('lost', 'SHP-0000-0000', `'\\x00'`);
  expect(await broken()).toEqual(['everyIdempotencyKeyHasItsEffect']);
  await keep('lost-too', 'tor_00000000000000000000000000', `'\\x00'`);
  expect(await broken()).toEqual(['everyIdempotencyKeyHasItsEffect']);
  await keep('mute', '', 'NULL');
  expect(await broken()).toEqual(['everyIdempotencyKeyHasItsEffect', 'everyIdempotencyKeyHasItsAnswer']);
  await keep('twice', String(delivery?.['job_number']), `'\\x00'`);
  expect(await broken()).toEqual([
    'everyIdempotencyKeyHasItsEffect',
    'everyIdempotencyKeyHasItsAnswer',
    'noEffectHasTwoIdempotencyKeys',
  ]);
});

test('a public key that may do what only secret ones may is found out', async () => {
  await service.query('DELETE FROM idempotency_keys');
  await service.query(`UPDATE api_keys SET scopes = '{shipping:write}' WHERE kind = 'public'`);
  expect(await broken()).toEqual(['publicKeysHaveNoScopes']);
});
