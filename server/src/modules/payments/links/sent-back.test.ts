import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Body = Parameters<TestMerchant['client']['createPaymentLink']>[0]['body'];

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

test('a link that asks for more, and one whose time is over, can be sent back as it was read', async () => {
  const body: Body = {
    title: 'School fees',
    amount: 350,
    custom_fields: [
      { key: 'pupil', label: 'Name of the pupil', type: 'text' },
      { key: 'size', label: 'Size', type: 'choice', options: ['S', 'L'] },
    ],
    expires_in: 3_600,
  };
  const { data: asking } = await shop.client.createPaymentLink({ body });
  const sendBack = async (title: string) => {
    const { data } = await shop.client.getPaymentLink({ params: { id: asking.id } });
    const { custom_fields, expires_at } = data;
    const wanted = { title, custom_fields, ...(expires_at === null ? {} : { expires_at }) };
    const changed = (await shop.client.updatePaymentLink({ params: { id: asking.id }, body: wanted })).data;
    return [changed.custom_fields, changed.expires_at, changed.status];
  };
  const kept = [asking.custom_fields, asking.expires_at];
  expect(await sendBack('Uniforms')).toEqual([...kept, 'active']);
  service.advance(3_600_000);
  expect(await sendBack('School uniforms')).toEqual([...kept, 'expired']);
});

test.each<Body>([
  { title: 'Alms', type: 'open', min_amount: 5.5, suggested_amounts: [10, 20.25], metadata: { a: null } },
  {
    title: 'Fees',
    amount: 350,
    max_uses: 3,
    channels: ['qr'],
    expires_in: 3_600,
    redirect_url: 'https://a.sl',
  },
])('a link that is sent back whole is as it was, and nobody is told of a change', async (body) => {
  const { data: link } = await shop.client.createPaymentLink({ body });
  const client = createClient({
    baseUrl: service.baseUrl,
    apiKey: shop.key,
    headers: () => ({ 'x-amount-format': 'string' }),
  });
  const params = { id: link.id };
  const whole = Object.fromEntries(
    Object.entries((await client.getPaymentLink({ params })).data).filter(([, value]) => value !== null),
  );
  service.advance(1_000);
  await client.updatePaymentLink({ params, body: whole });
  expect((await shop.client.getPaymentLink({ params })).data).toEqual(link);
  await shop.client.updatePaymentLink({ params, body: { title: 'Other' } });
  await service.drain();
  const { data: told } = await shop.client.listMessages({ query: { entity: link.id } });
  expect(told.map(({ event }) => event)).toEqual(['payment_link.updated', 'payment_link.created']);
});
