import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { plannedAnew } from '../../../test/kit/plans.ts';
import { look } from '../../../test/kit/shop.ts';
import { declaredStatements, statement } from '../../store/index.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const mode = {
  params: {},
  row: { mode: 'text' },
  sql: `SELECT current_setting('plan_cache_mode') AS mode`,
} as const;
const anew = statement({ ...mode, name: 'test.plannedAnew', plannedAnew: true });
const once = statement({ ...mode, name: 'test.plannedOnce' });

test('a list is planned for the very filters that are asked for, and nothing else is', async () => {
  const runner = service.server.runtime.context.store.slow({ merchantId: shop.id, livemode: false });
  expect(await runner.run(anew, {})).toEqual([{ mode: 'force_custom_plan' }]);
  for (let asked = 0; asked < 10; asked += 1) expect(await runner.run(once, {})).toEqual([{ mode: 'auto' }]);
  const lists = declaredStatements().filter(({ name }) => /^list[A-Z]\w+\.-?[a-z_]+$/.test(name));
  expect(lists.length).toBeGreaterThan(100);
  expect(lists.filter(({ plannedAnew }) => plannedAnew !== true)).toEqual([]);
  const whole = declaredStatements().filter(({ name }) => name.includes('.whole.'));
  expect(whole.length).toBeGreaterThan(10);
  expect(whole.filter(({ plannedAnew }) => plannedAnew)).toEqual([]);
});

test('what nothing narrows is read by one plan for all, and is the same as what a filter lets through whole', async () => {
  const keeper = await service.merchant();
  for (let made = 0; made < 7; made += 1) await keeper.client.createCustomer({ body: { name: `C${made}` } });
  for (const sort of ['created_at', '-created_at'] as const) {
    const walkWith = async (filter: { readonly updated_since?: string }) => {
      const pages = [await keeper.client.listCustomers({ query: { sort, limit: 3, ...filter } })];
      for (let last = pages[0]; last?.meta.next_cursor; last = pages.at(-1))
        pages.push(
          await keeper.client.listCustomers({
            query: { sort, limit: 3, cursor: last.meta.next_cursor, ...filter },
          }),
        );
      // A cursor bears what narrows its list.
      return pages.map(({ data, meta: { next_cursor: next, ...meta } }) => ({
        data,
        meta: { ...meta, isLast: next === null },
      }));
    };
    const whole = await walkWith({});
    expect(whole.map(({ data }) => data.length)).toEqual([3, 3, 1]);
    expect(whole).toEqual(await walkWith({ updated_since: '2000-01-01T00:00:00Z' }));
  }
});

test('what nothing narrows is planned once also where there is so much of it that a row costs a look at the disk', async () => {
  const keeper = await service.merchant();
  const database = new Client(service.server.runtime.ownerConnection);
  await database.connect();
  try {
    await database.query(
      `INSERT INTO customers (merchant_id, livemode, id, version, name, tags, metadata, created_at, updated_at)
       SELECT $1, false, 'cus_' || n, 1, repeat(md5(n::text), 6), '{}', '{}', timestamptz '2020-01-01' + random() * interval '900 days', '2026-01-01' FROM generate_series(1, 30000) n`,
      [keeper.id],
    );
    await database.query('ANALYZE customers');
    const values = [keeper.id, false, '2021-01-01T00:00:00Z', '', 3];
    const lists = { 'listCustomers.whole.-created_at': values, 'listCustomers.whole.created_at': values };
    expect(await plannedAnew(database, lists)).toEqual([]);
  } finally {
    await database.query(`DELETE FROM customers WHERE merchant_id = $1`, [keeper.id]);
    await database.end();
  }
});

test('a page is cut after what was asked for, and tells of more by one row beyond it', async () => {
  for (const name of ['b', 'a', 'c']) await shop.client.createCustomer({ body: { name } });
  const first = await shop.client.listCustomers({ query: { sort: 'name', limit: 2 } });
  expect([first.data.map(({ name }) => name), first.meta.total]).toEqual([['a', 'b'], 3]);
  const cursor = first.meta.next_cursor ?? '';
  const rest = await shop.client.listCustomers({ query: { sort: 'name', limit: 2, cursor } });
  expect([rest.data.map(({ name }) => name), rest.meta]).toEqual([
    ['c'],
    { page: 2, limit: 2, total: 3, has_next_page: false, next_cursor: null },
  ]);
  const beyond = await shop.client.listCustomers({ query: { sort: '-name', limit: 2, page: 5 } });
  expect([beyond.data, beyond.meta.total]).toEqual([[], 3]);
});

test('what is shown of a row is worked out for the rows of the page alone', async () => {
  const keeper = await service.merchant();
  for (let made = 0; made < 30; made += 1)
    await keeper.client.createProduct({ body: { name: `P${made}`, price: 5 } });
  const sql = declaredStatements().find(({ name }) => name === 'listProducts.whole.-created_at')?.sql;
  const page = [keeper.id, false, '2100-01-01T00:00:00Z', '', 10];
  const [row] = await look(
    service.server.runtime.ownerConnection,
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    page,
  );
  const times = subplanLoops(row?.['QUERY PLAN']);
  expect(times.length).toBeGreaterThan(5);
  expect(Math.max(...times)).toBe(10);
});

/** How often what stands among the columns was worked out. */
function subplanLoops(plan: unknown): number[] {
  if (Array.isArray(plan)) return plan.flatMap(subplanLoops);
  if (typeof plan !== 'object' || plan === null) return [];
  const { 'Parent Relationship': as, 'Actual Loops': loops } = plan as Readonly<Record<string, unknown>>;
  return [...(as === 'SubPlan' ? [Number(loops)] : []), ...Object.values(plan).flatMap(subplanLoops)];
}
