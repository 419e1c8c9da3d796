import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  startService,
  type KeyInput,
  type TestMerchant,
  type TestService,
} from '../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

const as = (apiKey: string): Client => createClient({ baseUrl: service.baseUrl, apiKey, retries: 0 });
const clientWith = async (input: KeyInput): Promise<Client> => as(await service.key(shop.id, input));
const refusal = (code: string, path?: string): object => ({
  code,
  ...(path ? { details: { fields: [expect.objectContaining({ path })] } } : {}),
});

test('a new key works at once, with everything in test mode unless told otherwise', async () => {
  const { data, status } = await shop.client.createKey({ body: { name: 'Till' } });
  expect(status).toBe(201);
  expect(data).toMatchObject({
    kind: 'secret',
    name: 'Till',
    scopes: ['*'],
    origins: [],
    ip_ranges: [],
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    livemode: false,
    last_four: data.key.slice(-4),
  });
  expect(data.key).toMatch(/^sk_test_[0-9A-Za-z]{38}$/);
  expect((await as(data.key).listZones()).data.length).toBeGreaterThan(0);
});

test('the key is nowhere in the database, and asked for again with the same Idempotency-Key it is the same', async () => {
  const first = await shop.client.createKey({ body: { name: 'Once' }, idempotencyKey: 'key-1' });
  const again = await shop.client.createKey({ body: { name: 'Once' }, idempotencyKey: 'key-1' });
  expect(again.data).toEqual(first.data);
  const [found] = await service.query(
    `SELECT (SELECT string_agg(k::text, ' ') FROM api_keys k) || (SELECT string_agg(i::text, ' ') FROM idempotency_keys i) AS text`,
  );
  expect(String(found?.['text'])).not.toContain(first.data.key);
  expect(String(found?.['text'])).not.toContain(Buffer.from(first.data.key).toString('hex'));
});

test('a key cannot grant what it lacks', async () => {
  const narrow = await clientWith({ scopes: ['keys:write', 'shipping:read'] });
  expect((await narrow.createKey({ body: { scopes: ['shipping:read'] } })).data.scopes).toEqual([
    'shipping:read',
  ]);
  await expect(
    narrow.createKey({ body: { scopes: ['shipping:read', 'shipping:write'] } }),
  ).rejects.toMatchObject({ ...refusal('INSUFFICIENT_SCOPE'), details: { scope: 'shipping:write' } });
  await expect(narrow.createKey({ body: { scopes: ['*'] } })).rejects.toMatchObject(
    refusal('INSUFFICIENT_SCOPE'),
  );
  await expect(narrow.createKey({ body: {} })).rejects.toMatchObject(refusal('INSUFFICIENT_SCOPE'));
});

test('a key bound to addresses passes the bond on', async () => {
  const bound = await clientWith({ ipRanges: ['127.0.0.0/8'] });
  expect((await bound.createKey({ body: {} })).data.ip_ranges).toEqual(['127.0.0.0/8']);
  expect((await bound.createKey({ body: { kind: 'public' } })).data.ip_ranges).toEqual([]);
});

test('a key bound to addresses cannot make one for others', async () => {
  const bound = await clientWith({ ipRanges: ['127.0.0.0/8', '2001:db8::/32'] });
  expect(
    (await bound.createKey({ body: { ip_ranges: ['127.0.0.1', '127.4.0.0/16', '2001:db8:7::/48'] } })).data
      .ip_ranges,
  ).toHaveLength(3);
  for (const range of ['126.0.0.1', '127.0.0.0/7', '::/0', '2001:db9::1'])
    await expect(bound.createKey({ body: { ip_ranges: ['127.0.0.1', range] } }), range).rejects.toMatchObject(
      refusal('VALIDATION_ERROR', 'ip_ranges[1]'),
    );
});

test('a range of IPv4 in IPv6 clothes is put down as IPv4, in which visitors are compared', async () => {
  const ranges = ['::ffff:127.0.0.0/104', '::ffff:6600:0/104', '::ffff:0:0/96', '127.0.0.0/8'];
  const { data } = await shop.client.createKey({ body: { ip_ranges: ranges } });
  expect(data.ip_ranges).toEqual(['127.0.0.0/8', '102.0.0.0/8', '0.0.0.0/0']);
  const clothed = (await shop.client.createKey({ body: { ip_ranges: ['::ffff:127.0.0.0/104'] } })).data;
  expect((await as(clothed.key).listCustomers()).data).toEqual(expect.any(Array));
});

test('a key that ends passes its end on, and makes none that outlives it', async () => {
  const at = (ms: number): string =>
    new Date(service.server.runtime.context.world.now().getTime() + ms).toISOString();
  const [ends, sooner, later] = [at(3_600_000), at(1_800_000), at(3_600_001)];
  const brief = as((await shop.client.createKey({ body: { expires_at: ends } })).data.key);
  expect((await brief.createKey({ body: {} })).data.expires_at).toBe(ends);
  expect((await brief.createKey({ body: { expires_at: sooner } })).data.expires_at).toBe(sooner);
  expect((await brief.createKey({ body: { kind: 'public' } })).data.expires_at).toBe(ends);
  await expect(brief.createKey({ body: { expires_at: later } })).rejects.toMatchObject(
    refusal('VALIDATION_ERROR', 'expires_at'),
  );
});

test('a live key names its scopes, a live public key its pages', async () => {
  const live = await clientWith({ livemode: true });
  await expect(live.createKey({ body: {} })).rejects.toMatchObject(refusal('VALIDATION_ERROR', 'scopes'));
  await expect(live.createKey({ body: { kind: 'public' } })).rejects.toMatchObject(
    refusal('VALIDATION_ERROR', 'origins'),
  );
  await expect(
    live.createKey({ body: { kind: 'public', origins: ['http://shop.example.sl'] } }),
  ).rejects.toMatchObject(refusal('VALIDATION_ERROR', 'origins[0]'));
  const { data } = await live.createKey({
    body: { kind: 'public', origins: ['https://Shop.example.sl', 'https://shop.example.sl/'] },
  });
  expect(data).toMatchObject({ origins: ['https://shop.example.sl'], scopes: [], livemode: true });
  expect(data.key).toMatch(/^pk_live_/);
});

test.each([
  ['scopes that are empty', { scopes: [] }, 'scopes'],
  ['scopes of a public key', { kind: 'public', scopes: ['shipping:read'] }, 'scopes'],
  ['origins of a secret key', { origins: ['https://shop.example.sl'] }, 'origins'],
  [
    'a page instead of an origin',
    { kind: 'public', origins: ['https://shop.example.sl/cart'] },
    'origins[0]',
  ],
  ['a scheme that no page has', { kind: 'public', origins: ['ftp://shop.example.sl'] }, 'origins[0]'],
  ['a range that is none', { ip_ranges: ['102.143.0.0/16', '10.0.0/8'] }, 'ip_ranges[1]'],
  ['a range wider than IPv4 in IPv6 clothes', { ip_ranges: ['::ffff:0:0/95'] }, 'ip_ranges[0]'],
  ['an end that is past', { expires_at: '2020-01-01' }, 'expires_at'],
  ['an end that is no time', { expires_at: 'soon' }, 'expires_at'],
] as const)('%s is refused', async (_what, body, path) => {
  await expect(shop.client.createKey({ body: body as never })).rejects.toMatchObject(
    refusal('VALIDATION_ERROR', path),
  );
});

test('a key ends when it said it would', async () => {
  const soon = new Date(service.server.runtime.context.world.now().getTime() + 3_600_000).toISOString();
  const { data } = await shop.client.createKey({ body: { expires_at: soon } });
  expect(data.expires_at).toBe(soon);
  await as(data.key).listKeys();
  service.advance(3_600_001);
  await expect(as(data.key).listKeys()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('asked for again with the same Idempotency-Key it is the same one, also once its end has passed', async () => {
  const soon = new Date(service.server.runtime.context.world.now().getTime() + 3_600_000).toISOString();
  const call = { body: { expires_at: soon }, idempotencyKey: 'key-again' };
  const first = await shop.client.createKey(call);
  service.advance(7_200_000);
  expect(await shop.client.createKey(call)).toMatchObject({ data: first.data, replayed: true });
  await expect(shop.client.createKey({ body: { expires_at: soon } })).rejects.toMatchObject(
    refusal('VALIDATION_ERROR', 'expires_at'),
  );
});

test('of keys that work there are at most 100, also when many are made at once', async () => {
  await service.query(
    `INSERT INTO api_keys (merchant_id, livemode, id, kind, hash, last_four, name, scopes, origins, ip_ranges, created_at)
     SELECT $1, false, 'key_' || n, 'secret', sha256(($1 || n)::bytea), 'abcd', 'Filler', '{*}', '{}', '{}', now() FROM generate_series(1, 96) AS n`,
    [shop.id],
  );
  const made = await Promise.allSettled(Array.from({ length: 6 }, () => shop.client.createKey({ body: {} })));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(
    made.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : [])),
  ).toEqual(['TOO_MANY_KEYS', 'TOO_MANY_KEYS', 'TOO_MANY_KEYS']);
  await shop.client.revokeKey({ params: { id: 'key_1' } });
  await shop.client.createKey({ body: {} });
});
