import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '@cottontree/client';
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

function ensure(
  input: { readonly demo?: boolean | 'auto'; readonly baseUrl?: string } = {},
): Promise<Demo | null> {
  const { server } = service;
  const { config, context } = server.runtime;
  return ensureDemo({
    runtime: { config: { ...config, demo: input.demo ?? true, dataDir }, context },
    shipping: server.modules.shipping,
    events: server.modules.events,
    pos: server.modules.pos,
    accounts: server.modules.accounts,
    baseUrl: input.baseUrl ?? server.baseUrl,
  });
}

const file = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(dataDir, name), 'utf8'));
const merchants = async (): Promise<number> =>
  Number((await service.query('SELECT count(*) AS count FROM merchants'))[0]?.['count']);

test('the demo merchant has keys, a pickup place and drivers, and a file that tells them', async () => {
  const demo = await ensure();
  expect(demo).toEqual({
    merchant_id: expect.stringMatching(/^mch_/),
    secret_key: expect.stringMatching(/^sk_test_/),
    public_key: expect.stringMatching(/^pk_test_/),
    base_url: `${service.server.baseUrl}/v1`,
    dashboard: {
      url: `${service.server.baseUrl}/dashboard`,
      email: 'aminata@example.com',
      password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/),
    },
    operations: {
      url: `${service.server.baseUrl}/operations`,
      email: 'operations@example.com',
      password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/),
    },
    driver: { phone: '+23276555014', pin: expect.stringMatching(/^\d{6}$/) },
    cashier: { name: 'Fatmata Koroma', pin: expect.stringMatching(/^\d{6}$/) },
  });
  expect(await file('demo.json')).toEqual(demo);
  expect(await readdir(dataDir)).toEqual(['demo.json']);
  expect(
    await service.query('SELECT label, is_default FROM addresses WHERE merchant_id = $1', [
      demo?.merchant_id,
    ]),
  ).toEqual([{ label: 'Shop', is_default: true }]);
  expect(await service.query('SELECT name FROM drivers ORDER BY name')).toHaveLength(3);
  expect(
    await service.query('SELECT name, status FROM events WHERE merchant_id = $1', [demo?.merchant_id]),
  ).toEqual([{ name: 'Freetown Jazz Night', status: 'published' }]);
  expect(await service.query('SELECT version FROM rate_cards')).toEqual([{ version: 1 }]);
  expect(await service.query('SELECT code FROM zones WHERE active')).toHaveLength(48);
});

test('at a later start the keys are the same and the address is the new one', async () => {
  const first = await ensure();
  const count = await merchants();
  const later = await ensure({ baseUrl: 'http://127.0.0.1:1' });
  expect(later).toEqual({
    ...first,
    base_url: 'http://127.0.0.1:1/v1',
    dashboard: { ...first?.dashboard, url: 'http://127.0.0.1:1/dashboard' },
    operations: { ...first?.operations, url: 'http://127.0.0.1:1/operations' },
  });
  expect(await file('demo.json')).toEqual(later);
  expect(await merchants()).toBe(count);
});

test('its operator and its drivers can sign in, and keep what they change it to', async () => {
  const demo = await ensure();
  const visitor = createClient({ baseUrl: service.baseUrl, apiKey: 'none', retries: 0 });
  const operations = demo?.operations ?? { email: '', password: '' };
  expect((await visitor.signInOperator({ body: operations })).data.user).toMatchObject({
    email: operations.email,
    role: 'operator',
  });
  for (const phone of ['+23276555014', '076 555 015', '076555016'])
    expect((await visitor.signInDriver({ body: { phone, pin: demo?.driver.pin ?? '' } })).data.token).toMatch(
      /^cds_/,
    );

  const { token } = (await visitor.signInOperator({ body: operations })).data;
  await createClient({ baseUrl: service.baseUrl, apiKey: token, retries: 0 }).changePassword({
    body: { password: operations.password, new_password: 'three ferries to Lungi' },
  });
  await ensure();
  await expect(visitor.signInOperator({ body: operations })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  expect(
    (await visitor.signInOperator({ body: { ...operations, password: 'three ferries to Lungi' } })).status,
  ).toBe(200);
});

test('its owner can sign in to the dashboard', async () => {
  const demo = await ensure();
  const visitor = createClient({ baseUrl: service.baseUrl, apiKey: 'none', retries: 0 });
  const { email = '', password = '' } = demo?.dashboard ?? {};
  const { data } = await visitor.signInMember({ body: { email, password } });
  expect(data.memberships.map(({ merchant_id, role }) => [merchant_id, role])).toContainEqual([
    demo?.merchant_id,
    'owner',
  ]);
});

test('its goods are on the shelf and can be sold at once', async () => {
  const demo = await ensure();
  const { listProducts, listInventory, listStaff, createSale, lookUpProduct } = createClient({
    baseUrl: service.baseUrl,
    apiKey: demo?.secret_key ?? '',
    retries: 0,
  });
  expect(
    (await listProducts()).data.map(({ name, variants, type }) => [name, variants.length, type]).toSorted(),
  ).toEqual([
    ['Country cloth', 2, 'variable'],
    ['Phone credit', 1, 'service'],
    ['Rice 25 kg', 1, 'simple'],
  ]);
  const rice = (await lookUpProduct({ query: { barcode: '2000000000015' } })).data;
  const { data: sale } = await createSale({
    body: { items: [{ variant_id: rice.variant_id, quantity: 2 }], payments: [{ channel: 'cash' }] },
  });
  expect(sale).toMatchObject({ status: 'completed', total: 1300 });
  expect((await listInventory({ query: { variant_id: rice.variant_id } })).data).toMatchObject([
    { on_hand: 38 },
  ]);
  expect((await listStaff()).data).toMatchObject([
    { name: demo?.cashier.name, role: 'manager', has_pin: true },
  ]);
});

test('its cashier signs in at a paired till', async () => {
  const demo = await ensure();
  const shop = createClient({ baseUrl: service.baseUrl, apiKey: demo?.secret_key ?? '', retries: 0 });
  const { data: terminal } = await shop.createTerminal({ body: { name: 'Front till' } });
  const { data: pairing } = await shop.pairTerminal({ params: { id: terminal.id } });
  const post = async (path: string, body: object, headers: object = {}) =>
    (await (
      await fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${demo?.public_key}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      })
    ).json()) as { readonly data: Readonly<Record<string, unknown>> };
  const { data: till } = await post('/pos/terminals/claim', { pairing_code: pairing.pairing_code });
  const [cashier] = (await shop.listStaff()).data;
  const { data: session } = await post(
    '/widget-sessions',
    { staff_id: cashier?.id, pin: demo?.cashier.pin },
    { 'x-terminal-token': String(till['terminal_token']) },
  );
  expect(session['token']).toMatch(/^wst_test_/);
});

test('a file from before there were people to sign in or a till gets them at the next start', async () => {
  const { operations: _operations, driver: _driver, cashier: _cashier, ...old } = (await ensure()) ?? {};
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify(old));
  const demo = await ensure();
  expect(await file('demo.json')).toEqual(demo);
  const visitor = createClient({ baseUrl: service.baseUrl, apiKey: 'none', retries: 0 });
  expect(
    (await visitor.signInOperator({ body: demo?.operations ?? { email: '', password: '' } })).status,
  ).toBe(200);
  expect(
    (await visitor.signInDriver({ body: demo?.driver ?? { phone: '', pin: '' } })).data.driver.phone,
  ).toBe(demo?.driver.phone);
});

test('begun and cut short, it is finished with the same keys', async () => {
  const first = await ensure();
  await service.query('DELETE FROM addresses WHERE merchant_id = $1', [first?.merchant_id]);
  const shelved = (): Promise<unknown> =>
    service.query(
      'SELECT (SELECT count(*) FROM products) AS products, (SELECT count(*) FROM staff) AS staff, (SELECT sum(on_hand) FROM stock_levels) AS stock',
    );
  const before = await shelved();
  await rename(join(dataDir, 'demo.json'), join(dataDir, 'demo.json.begun'));
  const count = await merchants();
  expect(await ensure()).toEqual(first);
  expect(await shelved()).toEqual(before);
  expect(await readdir(dataDir)).toEqual(['demo.json']);
  expect(await merchants()).toBe(count);
  expect(
    await service.query('SELECT label FROM addresses WHERE merchant_id = $1', [first?.merchant_id]),
  ).toEqual([{ label: 'Shop' }]);
});

test('a file of another database counts for nothing', async () => {
  const first = await ensure();
  const gone = { ...first, merchant_id: 'mch_00000000000000000000000000' };
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify(gone));
  const again = await ensure();
  expect(again?.merchant_id).toMatch(/^mch_/);
  expect([gone.merchant_id, first?.merchant_id]).not.toContain(again?.merchant_id);
});

test('there is none where none is wanted, or where others are at home already', async () => {
  expect(await ensure({ demo: false })).toBeNull();
  await service.merchant();
  expect(await ensure({ demo: 'auto' })).toBeNull();
  expect(await readdir(dataDir)).toEqual([]);
});
