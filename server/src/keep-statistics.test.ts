import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../test/kit/service.ts';
import { keepStatistics } from './keep-statistics.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const known = async (): Promise<unknown> =>
  (await service.query(`SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'customers'::regclass`))[0]?.[
    'rows'
  ];

/** PostgreSQL counts what a session wrote once that tells of it. */
const fill = async (merchantId: string, from: number, to: number): Promise<void> => {
  await service.query(
    `INSERT INTO customers (merchant_id, livemode, id, version, name, tags, metadata, created_at, updated_at)
     SELECT '${merchantId}', false, 'cus_' || n, 1, 'Hawa ' || n, '{}', '{}', now(), now() FROM generate_series(${from}, ${to}) n;
     SELECT pg_stat_force_next_flush()`,
  );
};

test('PostgreSQL looks at a young table when it has grown to twice what is known of it, and not at one of a few rows', async () => {
  const { ownerConnection, context } = service.server.runtime;
  const { id } = await service.merchant();
  let passedMs = 0;
  const { turn } = keepStatistics({
    ownerConnection,
    context: { store: context.store, world: { monotonicMs: () => (passedMs += 2_000) } },
  });
  await fill(id, 1, 99);
  await turn();
  expect(await known()).toBe(-1);
  await fill(id, 100, 150);
  await turn();
  expect(await known()).toBe(150);
  await fill(id, 151, 399);
  await turn();
  expect(await known()).toBe(150);
  await fill(id, 400, 400);
  await turn();
  expect(await known()).toBe(400);
});
