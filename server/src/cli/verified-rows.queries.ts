import { statement, type Runner } from '../store/index.ts';

const count = statement({
  name: 'verify.rowsLookedAt',
  params: {},
  row: { merchants: 'int8', api_keys: 'int8', idempotency_keys: 'int8', deliveries: 'int8', outbox: 'int8', webhook_messages: 'int8', webhook_deliveries: 'int8', webhook_attempts: 'int8' },
  sql: `SELECT (SELECT count(*) FROM merchants) AS merchants, (SELECT count(*) FROM api_keys) AS api_keys, (SELECT count(*) FROM idempotency_keys) AS idempotency_keys,
          (SELECT count(*) FROM deliveries) AS deliveries, (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM webhook_messages) AS webhook_messages,
          (SELECT count(*) FROM webhook_deliveries) AS webhook_deliveries, (SELECT count(*) FROM webhook_attempts) AS webhook_attempts`,
});

/** How many rows of each kind there are to be verified. */
export async function countVerifiedRows(runner: Runner): Promise<Readonly<Record<string, number>>> {
  const [row] = await runner.run(count, {});
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, rows]) => [name, Number(rows)]));
}
