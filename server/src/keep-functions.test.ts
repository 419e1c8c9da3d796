import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../test/kit/service.ts';
import { keepFunctions } from './keep-functions.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const noted = async (): Promise<unknown> =>
  (
    await service.query(
      `SELECT obj_description(oid, 'pg_proc') AS note FROM pg_proc WHERE proname LIKE 'change\\_sales\\_%'`,
    )
  )[0]?.['note'];

test('a node that runs on says each day that it calls its functions, and not more often', async () => {
  const { ownerConnection, context } = service.server.runtime;
  let passedMs = 0;
  const loop = keepFunctions({
    ownerConnection,
    context: { log: context.log, world: { monotonicMs: () => passedMs } },
  });
  await service.query(
    `DO $$ BEGIN EXECUTE (SELECT format('COMMENT ON FUNCTION %s IS %L', oid::regprocedure, 'Called by a program that started on 2026-01-01.') FROM pg_proc WHERE proname LIKE 'change\\_sales\\_%'); END $$`,
  );
  passedMs = 86_399_999;
  await loop.turn();
  expect(await noted()).toContain('2026-01-01');
  passedMs = 86_400_000;
  await loop.turn();
  expect(await noted()).not.toContain('2026-01-01');
  expect(await noted()).toMatch(/^Called by a program that ran on \d{4}-\d{2}-\d{2}\./);
});
