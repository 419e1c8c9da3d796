import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService({
    environment: { TRUSTED_PROXIES: '127.0.0.1/32,10.0.0.0/8,2001:db8:f::/48' },
  });
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

/** What a key that works from these addresses alone answers to who comes through proxies that say so. */
async function statusFor(ranges: readonly string[], forwarded: string): Promise<number> {
  const { data } = await shop.client.createKey({ body: { ip_ranges: [...ranges] } });
  const answer = await fetch(`${service.baseUrl}/customers`, {
    headers: { 'X-API-Key': data.key, 'X-Forwarded-For': forwarded },
  });
  return answer.status;
}

test.each([
  ['102.143.7.9'],
  ['102.143.7.9:51344'],
  ['6.6.6.6:1, 102.143.7.9:51344'],
  ['102.143.7.9:51344, 10.1.2.3:80'],
  ['102.143.7.9:51344,[2001:db8:f::2]:443'],
  ['::ffff:102.143.7.9'],
  ['[::ffff:102.143.7.9]:8080'],
])('%s comes from where a key may be used, whatever port its proxy writes', async (forwarded) => {
  expect(await statusFor(['102.143.7.0/24'], forwarded)).toBe(200);
  expect(await statusFor(['102.143.8.0/24'], forwarded)).toBe(403);
});

test.each(['2001:db8:7::1', '[2001:db8:7::1]', '[2001:db8:7::1]:443'])('so does %s', async (forwarded) => {
  expect(await statusFor(['2001:db8:7::/48'], forwarded)).toBe(200);
  expect(await statusFor(['2001:db8:8::/48'], forwarded)).toBe(403);
});

test.each(['102.143.7.9:port', '[102.143.7.9', '102.143.7.9:80:80', 'unknown', '_hidden'])(
  '%s is no address, and no key is used from there',
  async (forwarded) => {
    expect(await statusFor(['0.0.0.0/0', '::/0'], forwarded)).toBe(403);
  },
);
