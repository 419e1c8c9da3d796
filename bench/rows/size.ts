import { addEndpoints, tableSizes, type TableSize } from '../parts/fill.queries.ts';
import { ask, repeat, requestBytes } from '../parts/load.ts';
import { startRole, type Role } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, openService, type Service } from '../parts/service.ts';

const CLIENTS = 4;
const TRIES = 30;
const TRY_AGAIN_MS = 1_000;
const MESSAGES_EACH = 5;
const WAIT_MS_MAX = 300_000;
const SHARE_MIN = 0.01;

export const sizeRow: Row = { name: 'size', run };

/** What a delivery takes on disk from its creation to its handoff, with the webhooks of its merchant's one endpoint. */
async function run(bench: Bench): Promise<readonly Result[]> {
  const count = bench.plan.quick ? 2_000 : 20_000;
  await using service = await openService();
  await using receiver = await startRole('receiver');
  const { id, key } = await service.merchant();
  await addEndpoints(service.database, {
    merchantId: id,
    url: `http://127.0.0.1:${await receiver.ask<number>('port')}/hook`,
    sealedSecrets: [await service.role.ask<string>('sealedSecret')],
  });
  const before = await tableSizes(service.database);
  await repeat({ count, clients: CLIENTS }, () => liveWholeLife(service.port, key));
  await allReceived(receiver, count * MESSAGES_EACH);
  const after = await settled(service);
  bench.say(`  ${count} deliveries, each with ${MESSAGES_EACH} messages`);
  return rowsOf(before, { after, count });
}

async function liveWholeLife(port: number, key: string): Promise<void> {
  const made = await answered(port, createBytes(key));
  const number = /"job_number":"([^"]+)"/.exec(made)?.[1] ?? '';
  await answered(
    port,
    requestBytes({
      method: 'POST',
      path: `/v1/test/deliveries/${number}/advance`,
      key,
      body: '{"to_status":"delivered"}',
    }),
  );
}

/** Nothing is measured by the clock here, so a busy machine is given another chance. */
async function answered(port: number, bytes: Buffer): Promise<string> {
  for (let left = TRIES; ; left -= 1) {
    const { status, body } = await ask(port, bytes);
    if (status < 300) return body;
    if (status !== 503 || left === 0) throw new Error(`An answer was ${status}: ${body}`);
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}

async function allReceived(receiver: Role, wanted: number): Promise<void> {
  const untilMs = Date.now() + WAIT_MS_MAX;
  for (;;) {
    const count = await receiver.ask<number>('count');
    if (count >= wanted) return;
    if (Date.now() > untilMs)
      throw new Error(`Only ${count} of ${wanted} webhooks came within ${WAIT_MS_MAX / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Room that old versions of rows took is free for new ones, so it is no size of what is kept: it is given back first. */
async function settled({ database }: Service): Promise<ReadonlyMap<string, TableSize>> {
  await database.query('VACUUM (FULL, ANALYZE)');
  return tableSizes(database);
}

function rowsOf(
  before: ReadonlyMap<string, TableSize>,
  { after, count }: { readonly after: ReadonlyMap<string, TableSize>; readonly count: number },
): readonly Result[] {
  const grown = [...after]
    .map(([table, size]) => ({
      table,
      rows: size.rows / count,
      bytes: Math.max(0, size.bytes - (before.get(table)?.bytes ?? 0)) / count,
    }))
    .toSorted((one, other) => other.bytes - one.bytes);
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const result = (work: string, measured: string): Result => ({
    work,
    measured,
    floor: '–',
    ratio: '–',
    goal: '–',
    met: null,
  });
  return [
    result(
      `on disk for each of ${count.toLocaleString('en-US')} deliveries with its whole life`,
      `${Math.round(all).toLocaleString('en-US')} bytes`,
    ),
    ...grown
      .filter(({ bytes }) => bytes >= all * SHARE_MIN)
      .map(({ table, rows, bytes }) =>
        result(
          `of these, ${table}`,
          `${Math.round(bytes).toLocaleString('en-US')} bytes, ${rows.toFixed(2)} rows`,
        ),
      ),
  ];
}
