import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../test/kit/service.ts';
import { ensureDemo, type Demo } from './ensure-demo.ts';

let service: TestService;
let dataDir: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cottontree-demo-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function ensure(wish: { readonly demo?: boolean | 'auto'; readonly baseUrl?: string } = {}): Promise<Demo | null> {
  const { server } = service;
  const { config, context } = server.ground;
  return ensureDemo({ ground: { config: { ...config, demo: wish.demo ?? true, dataDir }, context }, shipping: server.rooms.shipping, baseUrl: wish.baseUrl ?? server.baseUrl });
}

const file = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(dataDir, name), 'utf8'));
const merchants = async (): Promise<number> => Number((await service.query('SELECT count(*) AS count FROM merchants'))[0]?.['count']);

test('the demo merchant has keys, a pickup place and drivers, and a file that tells them', async () => {
  const demo = await ensure();
  expect(demo).toEqual({ merchant_id: expect.stringMatching(/^mch_/), secret_key: expect.stringMatching(/^sk_test_/), public_key: expect.stringMatching(/^pk_test_/), base_url: `${service.server.baseUrl}/v1` });
  expect(await file('demo.json')).toEqual(demo);
  expect(await readdir(dataDir)).toEqual(['demo.json']);
  expect(await service.query('SELECT label, is_default FROM addresses WHERE merchant_id = $1', [demo?.merchant_id])).toEqual([{ label: 'Shop', is_default: true }]);
  expect(await service.query('SELECT name FROM drivers ORDER BY name')).toHaveLength(3);
  expect(await service.query('SELECT version FROM rate_cards')).toEqual([{ version: 1 }]);
  expect(await service.query('SELECT code FROM zones WHERE active')).toHaveLength(48);
});

test('at a later start the keys are the same and the address is the new one', async () => {
  const first = await ensure();
  const count = await merchants();
  const later = await ensure({ baseUrl: 'http://127.0.0.1:1' });
  expect(later).toEqual({ ...first, base_url: 'http://127.0.0.1:1/v1' });
  expect(await file('demo.json')).toEqual(later);
  expect(await merchants()).toBe(count);
});

test('begun and cut short, it is finished with the same keys', async () => {
  const first = await ensure();
  await service.query('DELETE FROM addresses WHERE merchant_id = $1', [first?.merchant_id]);
  await rename(join(dataDir, 'demo.json'), join(dataDir, 'demo.json.begun'));
  const count = await merchants();
  expect(await ensure()).toEqual(first);
  expect(await readdir(dataDir)).toEqual(['demo.json']);
  expect(await merchants()).toBe(count);
  expect(await service.query('SELECT label FROM addresses WHERE merchant_id = $1', [first?.merchant_id])).toEqual([{ label: 'Shop' }]);
});

test('a file of another database counts for nothing', async () => {
  const first = await ensure();
  await service.query('DELETE FROM api_keys WHERE merchant_id = $1', [first?.merchant_id]);
  await service.query('DELETE FROM addresses WHERE merchant_id = $1', [first?.merchant_id]);
  await service.query('DELETE FROM merchants WHERE id = $1', [first?.merchant_id]);
  expect((await ensure())?.merchant_id).not.toBe(first?.merchant_id);
});

test('there is none where none is wanted, or where others are at home already', async () => {
  expect(await ensure({ demo: false })).toBeNull();
  await service.merchant();
  expect(await ensure({ demo: 'auto' })).toBeNull();
  expect(await readdir(dataDir)).toEqual([]);
});
