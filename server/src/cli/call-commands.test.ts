import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../test/kit/service.ts';
import { callCommands } from './call-commands.ts';
import { runCommand, type Ran } from './fixtures/run-command.ts';

let folder: string;
let service: TestService;
let shop: TestMerchant;

/** As where somebody ran `cottontree start`: the demo merchant's file is there, and nothing is said on the command line. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-call-'));
  service = await startService();
  shop = await service.merchant();
  const demo = { merchant_id: shop.id, secret_key: shop.key, public_key: '', base_url: service.baseUrl };
  await writeFile(join(folder, 'demo.json'), JSON.stringify(demo));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]): Promise<Ran> => runCommand({ DATA_DIR: folder }, args);

test('get prints the data of an answer, and finds address and key by itself', async () => {
  const { code, out, err } = await run(
    'get',
    '/shipping/quote?pickup_city=Freetown&delivery_city=Lumley',
    '#',
    'a remark',
  );
  expect(code).toBe(0);
  expect(err).toBe(`200 GET ${service.baseUrl}/shipping/quote?pickup_city=Freetown&delivery_city=Lumley\n`);
  expect(JSON.parse(out)).toMatchObject({ currency: 'SLE' });
  expect(out).toContain('\n  "currency": "SLE"');
});

test('post sends a body, and trigger makes things happen with the same key', async () => {
  const body = { pickup_city: 'Freetown', delivery_address: '27 Freetown Road', delivery_city: 'Lumley' };
  const made = await run('post', 'v1/shipping/deliveries', JSON.stringify(body));
  expect(made.code).toBe(0);
  expect(JSON.parse(made.out)).toMatchObject({ status: 'pending' });
  const listed = await run('get', 'shipping/deliveries?status=pending');
  expect(JSON.parse(listed.out)).toMatchObject({ meta: { total: 1 } });
  expect((await run('trigger', 'shipping.delivery.created')).code).toBe(0);
});

test('trigger tells which kind of event a misspelt one may have meant, and all of them where none is near', async () => {
  for (const [written, meant] of [
    ['payment.suceeded', 'payment.succeeded?'],
    ['ticket_orders.paid', 'ticket_order.paid?'],
    ['Invoice-Paid', 'invoice.paid?'],
    ['webhooks.endpoint.remov', 'webhooks.endpoint.moved?'],
  ] as const) {
    const { code, err } = await run('trigger', written);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`no kind of event ${written}. Did you mean ${meant}`),
    ]);
  }
  expect((await run('trigger', 'nothing.like.it')).err).toContain('; known are shipping.delivery.created, ');
});

test('what --help names as an example of each gives an answer', async () => {
  const { id } = (await shop.client.createCustomer({ body: { name: 'Isatu' } })).data;
  for (const command of callCommands().toReversed()) {
    const [, path = '', json] =
      /^call the API: cottontree \w+ (\S+)(?: '(.+)')?$/.exec(command.description()) ?? [];
    const words = [path.replace('cus_…', id), ...(json === undefined ? [] : [json])];
    expect([command.name(), await run(command.name(), ...words)]).toMatchObject([
      command.name(),
      { code: 0 },
    ]);
  }
});

test('a refusal is told with its code and details, and what is wrong in words', async () => {
  const { code, out, err } = await run('post', '/customers', '{"name":"Isatu Kanu","email":"nobody"}');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('400 VALIDATION_ERROR: email must be an e-mail address, such as isatu@example.sl.');
  expect(err).toContain('"path": "email"');
  const lost = await run('get', '/shiping/deliveries');
  expect(lost.err).toContain('Did you mean /v1/shipping/deliveries?');
  const bad = await run('post', '/webhooks', '{url}');
  expect(bad.err).toContain('write it between single quotes');
});

test('the key of the demo merchant goes to no other server, and whoever has none is told what to do', async () => {
  const { code, err } = await run('get', '/shipping/zones', '--base-url', 'http://127.0.0.1:9/v1');
  expect(code).toBe(1);
  expect(err).toContain('pass --key sk_test_… or set COTTONTREE_API_KEY');
  const named = await runCommand(
    {
      DATA_DIR: join(folder, 'none'),
      COTTONTREE_API_KEY: shop.key,
      COTTONTREE_BASE_URL: `${service.baseUrl}/`,
    },
    ['get', '/shipping/zones'],
  );
  expect(named.code).toBe(0);
});

test('a server that is not there, and an address that is none, are told as that', async () => {
  const away = await run('get', '/zones', '--base-url', 'http://127.0.0.1:65533/v1', '--key', 'sk_test_none');
  expect(away.code).toBe(1);
  expect(away.err).toContain('The service cannot be reached: connect ECONNREFUSED 127.0.0.1:65533');
  const environment = { DATA_DIR: folder, COTTONTREE_BASE_URL: 'localhost:8080/v1' };
  const none = await runCommand(environment, ['get', '/shipping/zones']);
  expect(none.code).toBe(1);
  expect(none.err).toContain('COTTONTREE_BASE_URL must be an http or https URL');
});

test('--version says which one it is', async () => {
  expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
