import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

type Change = Parameters<TestMerchant['client']['updateCustomer']>[0]['body'];

/** A customer, and a change of it as somebody makes who saw it first. */
async function customer() {
  const { data, etag } = await shop.client.createCustomer({ body: { name: 'Aminata Sesay' } });
  const params = { id: data.id };
  const seen = etag ?? '';
  expect(seen).not.toBe('');
  return {
    change: (body: Change, ifMatch = seen) => shop.client.updateCustomer({ params, body, ifMatch }),
    changeAnyhow: (body: Change) => shop.client.updateCustomer({ params, body }),
  };
}

test('a change under If-Match that is sent again because its answer was lost has the same answer', async () => {
  const { change } = await customer();
  const wanted = { notes: 'Pays on Fridays.', metadata: { route: 'B' } };
  const first = await change(wanted);
  const again = await change(wanted);
  expect([again.status, again.data, again.etag]).toEqual([200, first.data, first.etag]);
});

test('and where another field was changed meanwhile, it is told what stands now', async () => {
  const { change, changeAnyhow } = await customer();
  await change({ notes: 'Pays on Fridays.' });
  const other = await changeAnyhow({ name: 'Aminata Kamara' });
  expect((await change({ notes: 'Pays on Fridays.' })).data).toEqual(other.data);
});

test('what stands otherwise, or cannot be seen to stand, is refused as ever', async () => {
  const { change } = await customer();
  await change({ notes: 'Pays on Fridays.', metadata: { route: 'B', stop: '4' } });
  for (const body of [
    {},
    { notes: 'Pays on Mondays.' },
    { notes: 'Pays on Fridays.', name: 'Another' },
    { metadata: { route: 'B' } },
  ])
    await expect(change(body), JSON.stringify(body)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
});

test('a secret that is sent again is not seen in what stands, so it is refused', async () => {
  const credentials = { secret: 's'.repeat(32) };
  const settings = { base_url: 'http://127.0.0.1:65534/' };
  const made = await shop.client.createProviderAccount({
    body: { provider: 'generic_http', credentials, settings },
  });
  const params = { providerAccountId: made.data.id };
  const body = { name: 'Bank', credentials: { secret: 't'.repeat(32) } };
  const change = () => shop.client.updateProviderAccount({ params, body, ifMatch: made.etag ?? '' });
  await change();
  await expect(change()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
});
