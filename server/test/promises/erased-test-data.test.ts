import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyModules } from '../../src/modules.ts';
import { eraseTestData, QUIET_MS } from '../../src/modules/merchants/erasure/erase-test-data.ts';
import {
  erasedTables,
  KEPT_TABLES,
  type TableOfTenants,
} from '../../src/modules/merchants/erasure/erased-tables.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { repeatablesOn } from '../kit/cases.ts';
import { createFate } from '../kit/fate.ts';
import { parcel } from '../kit/parcel.ts';
import { createProbe } from '../kit/probe.ts';
import { openStage, writing } from '../kit/repeatable/open-stage.ts';
import type { RepeatStage } from '../kit/repeatable/repeatable.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

/** Beside the tables that are kept whole: what is left of others, as a condition, with its reason. */
const LEFT: Readonly<Record<string, string>> = {
  directory: "t.kind IN ('api_key', 'provider_callback', 'file')",
  addresses: 't.is_default', // a setting: where parcels are fetched
  files: `t.subject LIKE 'branding-%'`, // pictures of the branding, which is a setting
  request_log: "t.at >= date_trunc('minute', e.asked_at)", // what is said of requests since
  request_bodies: "t.at >= date_trunc('minute', e.asked_at)",
  idempotency_keys: 't.key = e.request_key', // the request itself, sent again, gets its answer again
};
/** Kept as they are: what was done goes on being told. */
const SET_UP = Object.keys(KEPT_TABLES).filter(
  (name) => !['activity', 'test_erasures', 'list_totals', 'list_deltas'].includes(name),
);
/** Written by nodes for themselves, or kept beside what is there: that they agree with it, `verify` tells. */
const RESTLESS: ReadonlySet<string> = new Set([
  'nodes',
  'rate_usage',
  'webhook_senders',
  'list_totals',
  'list_deltas',
  'directory',
]);

let stage: RepeatStage;
let service: TestService;
let shop: TestMerchant;
let tables: readonly string[];
const requests = repeatablesOn(() => stage);

beforeAll(async () => {
  stage = await openStage();
  ({ service, shop } = stage);
  tables = (
    await service.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
    )
  ).map(({ relname }) => String(relname));
  await fill();
  // Some 150 requests one after the other, each with what comes before it, on a crowded machine.
}, 300_000);
afterAll(() => service[Symbol.asyncDispose]());

/** Something of everything that a program can make, in the shop's test data, of others beside it, and of its live data. */
async function fill(): Promise<void> {
  const probe = createProbe(service.baseUrl);
  for (const id of writing) {
    if (id === 'eraseTestData') continue;
    const input = await requests[id]?.request();
    const seen = await probe.ask(id, {
      key: shop.key,
      ...input,
      headers: { 'idempotency-key': `fill-${id}` },
    });
    expect(seen.status, `${id}: ${seen.text}`).toBeLessThan(300);
  }
  const live = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { livemode: true }),
    retries: 0,
  });
  await live.createCustomer({ body: { name: 'Isata Kargbo', phone: '076 300 200' } });
  await live.createDelivery({ body: parcel });
  await live.createProduct({ body: { name: 'Rice', price: 350 } });
  await live.createInvoice({
    body: { customer: { name: 'Isata' }, items: [{ description: 'Rice', unit_price: 350 }] },
  });
  await live.createPaymentLink({ body: { title: 'Rice', amount: 350, type: 'fixed' } });
  await service.drain();
}

/** Couriers hand in the cash of several merchants at once; what is of nobody else goes with the shop's parcels. */
const DEPOSITS =
  't.livemode = false AND NOT EXISTS (SELECT FROM cash_deposit_jobs j WHERE j.deposit_id = t.id AND (j.livemode OR j.merchant_id <> e.id))';

function ofTestData(name: string, columns: ReadonlySet<string>): string {
  if (name === 'cash_deposits') return DEPOSITS;
  return columns.has('merchant_id') && columns.has('livemode')
    ? 'coalesce(t.merchant_id = e.id AND t.livemode = false, false)'
    : 'false';
}

async function columnsOf(name: string): Promise<ReadonlySet<string>> {
  const rows = await service.query(
    `SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [name],
  );
  return new Set(rows.map(({ attname }) => String(attname)));
}

type Print = { readonly rows: number; readonly sum: string };

/** Of each table, the shop's test rows or all others: how many, and their sum. */
async function printsOf(which: 'its test rows' | 'all others'): Promise<Readonly<Record<string, Print>>> {
  const prints: [string, Print][] = [];
  for (const name of tables) {
    if (RESTLESS.has(name)) continue;
    const own = ofTestData(name, await columnsOf(name));
    const [row] = await service.query(
      `SELECT count(*)::int AS rows, coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS sum FROM "${name}" t, (SELECT $1::text AS id) e WHERE ${which === 'all others' ? 'NOT ' : ''}(${own})`,
      [shop.id],
    );
    prints.push([name, row as Print]);
  }
  return Object.fromEntries(prints);
}

async function leftOver(): Promise<readonly string[]> {
  const left: string[] = [];
  for (const name of tables) {
    const columns = await columnsOf(name);
    if (!columns.has('merchant_id') || !columns.has('livemode') || name in KEPT_TABLES) continue;
    const [row] = await service.query(
      `SELECT count(*)::int AS rows FROM "${name}" t, test_erasures e WHERE e.merchant_id = $1 AND t.merchant_id = $1 AND t.livemode = false AND NOT (${LEFT[name] ?? 'false'})`,
      [shop.id],
    );
    if (Number(row?.['rows']) > 0) left.push(`${name}: ${String(row?.['rows'])}`);
  }
  return left;
}

const named = async (): Promise<{ name: string }> => ({ name: (await shop.client.getMerchant()).data.name });
const turn = (of: TestService): Promise<number> => eraseTestData(of.server.modules.merchants);
const broken = async (): Promise<readonly unknown[]> =>
  readSnapshot(service.server.runtime.ownerConnection, (runner) =>
    verifyModules(runner, service.server.runtime.context),
  );

test('after erasing nothing of the test data is left, and no live row and no row of anybody else has changed', async () => {
  expect(writing.length).toBeGreaterThan(100);
  const own = await printsOf('its test rows');
  const filled = Object.entries(own).filter(([name, { rows }]) => rows > 0 && !(name in KEPT_TABLES));
  expect(filled.length).toBeGreaterThan(60);
  const others = await printsOf('all others');

  const request = { body: await named(), idempotencyKey: 'erase-it-all' };
  const { data: asked } = await shop.client.eraseTestData(request);
  expect(asked).toMatchObject({
    status: 'running',
    asked_by: expect.stringMatching(/^key_/),
    rows_erased: 0,
  });
  await expect(shop.client.createCustomer({ body: { name: 'Late' } })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('being erased'),
  });
  while ((await turn(service)) > 0);
  const { data: quiet } = await shop.client.getTestErasure();
  expect(quiet).toMatchObject({ status: 'running', rows_found: quiet.rows_erased });
  expect(quiet.rows_erased).toBeGreaterThan(300);
  service.advance(QUIET_MS);
  expect(await turn(service)).toBe(1);
  expect((await shop.client.getTestErasure()).data).toMatchObject({
    status: 'done',
    finished_at: expect.any(String),
    rows_erased: quiet.rows_erased,
  });

  expect(await leftOver()).toEqual([]);
  const after = await printsOf('its test rows');
  for (const name of SET_UP) expect([name, after[name]]).toEqual([name, own[name]]);
  expect(await printsOf('all others')).toEqual(others);
  // Asked once more by the same request, it is answered as then, and nothing begins anew.
  expect((await shop.client.eraseTestData(request)).data).toEqual(asked);
  expect((await shop.client.getTestErasure()).data.status).toBe('done');
}, 300_000);

test('what was set up is as before, and the shop begins anew at once', async () => {
  await shop.client.createDelivery({ body: parcel });
  expect((await shop.client.listDeliveries()).meta.total).toBe(1);
  expect((await shop.client.listCustomers()).meta.total).toBe(0);
  const { data: invoice } = await shop.client.createInvoice({
    body: { customer: { name: 'Isata' }, items: [{ description: 'Rice', unit_price: 350 }] },
  });
  const { data: sent } = await shop.client.finalizeInvoice({ params: { id: invoice.id } });
  expect(sent.number).toMatch(/0*1$/);
  await service.drain();
  expect(await broken()).toEqual([]);
});

test('killed wherever it is, it is gone on with, and each row is counted once', async () => {
  const another = await stage.newShop();
  for (let count = 0; count < 12; count += 1) {
    await another.client.createCustomer({ body: { name: `Customer ${count}` } });
    await another.client.createDelivery({ body: { ...parcel, order_number: `K-${count}` } });
  }
  const fate = createFate(({ name }) => name === 'testErasures.erase' || name === 'testErasures.rest');
  await using mortal = await startService({ databaseUrl: service.databaseUrl, fate, log: fate.log });
  const { data: merchant } = await another.client.getMerchant();
  await another.client.eraseTestData({ body: { name: merchant.name } });
  let kills = 0;
  for (let fatal = 1, through = false; !through; fatal += 23) {
    expect(fatal).toBeLessThan(2_000);
    fate.await(fatal);
    through = await turn(mortal).then(
      (gone) => gone === 0,
      () => false,
    );
    if (!through) kills += 1;
    fate.revive();
  }
  expect(kills).toBeGreaterThan(4);
  service.advance(QUIET_MS);
  while ((await turn(service)) > 0);
  const { data: erased } = await another.client.getTestErasure();
  expect(erased).toMatchObject({ status: 'done', rows_erased: erased.rows_found });
  expect((await another.client.listDeliveries()).meta.total).toBe(0);
}, 300_000);

test('requests that go on meanwhile are refused or leave nothing, and what follows adds up', async () => {
  const busy = await stage.newShop();
  const told: string[] = [];
  let goesOn = true;
  async function write(by: number): Promise<void> {
    for (let count = 0; goesOn; count += 1) {
      const asked =
        by % 2 === 0
          ? busy.client.createDelivery({ body: { ...parcel, order_number: `B-${by}-${count}` } })
          : busy.client.createCustomer({ body: { name: `Customer ${by} ${count}` } });
      told.push(
        await asked.then(
          () => 'done',
          (error: { readonly code?: string }) => error.code ?? String(error),
        ),
      );
    }
  }
  const writers = [0, 1, 2, 3, 4, 5].map(write);
  await expect.poll(() => told.length).toBeGreaterThan(30);
  const { data: merchant } = await busy.client.getMerchant();
  await busy.client.eraseTestData({ body: { name: merchant.name } });
  await service.drain();
  await expect.poll(() => told.filter((code) => code !== 'done').length).toBeGreaterThan(30);
  goesOn = false;
  await Promise.all(writers);
  expect([...new Set(told)].toSorted()).toEqual(['SERVICE_UNAVAILABLE', 'done']);
  service.advance(QUIET_MS);
  await service.drain();
  // What a straggler wrote began the quiet anew.
  service.advance(QUIET_MS);
  await service.drain();
  expect((await busy.client.getTestErasure()).data.status).toBe('done');
  expect((await busy.client.listDeliveries()).meta.total).toBe(0);
  expect((await busy.client.listCustomers()).meta.total).toBe(0);
  await busy.client.createDelivery({ body: parcel });
  await service.drain();
  expect(await broken()).toEqual([]);
}, 300_000);

test('tables are erased after those that name them, and a ring of tables is refused', () => {
  const table = (name: string, ...named_by: readonly string[]): TableOfTenants => ({
    name,
    root: name,
    named_by,
  });
  expect(erasedTables([table('a', 'b', 'c'), table('b', 'c'), table('c'), table('api_keys')])).toEqual([
    'c',
    'b',
    'a',
  ]);
  expect(() => erasedTables([table('a', 'b'), table('b', 'a')])).toThrow(/ring: a, b/);
});

test('only who types the name of the business, in test mode and with the right, erases', async () => {
  await expect(shop.client.eraseTestData({ body: { name: 'Somebody else' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'name', message: expect.stringContaining('letter by letter') }] },
  });
  const as = async (input: Parameters<TestService['key']>[1]) =>
    createClient({ baseUrl: service.baseUrl, apiKey: await service.key(shop.id, input), retries: 0 });
  await expect((await as({ livemode: true })).eraseTestData({ body: await named() })).rejects.toMatchObject({
    code: 'TEST_ONLY',
  });
  await expect(
    (await as({ scopes: ['merchant:write'] })).eraseTestData({ body: await named() }),
  ).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
  });
  expect((await shop.client.listDeliveries()).meta.total).toBe(1);
});
