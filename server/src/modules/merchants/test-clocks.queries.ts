import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = { id: 'text', frozen_at: 'timestamptz', created_at: 'timestamptz' } as const;

const put = statement({
  name: 'testClocks.put',
  params: { ...TENANT, id: 'text', frozen_at: 'timestamptz', created_at: 'timestamptz' },
  row: ROW,
  sql: `INSERT INTO test_clocks (merchant_id, livemode, id, frozen_at, created_at) VALUES (:merchant_id, :livemode, :id, :frozen_at, :created_at)
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET frozen_at = excluded.frozen_at, settled_at = NULL, taken_at = now() RETURNING id, frozen_at, created_at`,
});

const findTime = statement({
  name: 'testClocks.findTime',
  params: TENANT,
  row: { frozen_at: 'timestamptz' },
  sql: 'SELECT frozen_at FROM test_clocks WHERE merchant_id = :merchant_id AND livemode = :livemode',
});

const lock = statement({
  name: 'testClocks.lock',
  params: { ...TENANT, id: 'text' },
  row: ROW,
  sql: 'SELECT id, frozen_at, created_at FROM test_clocks WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id FOR UPDATE',
});

const set = statement({
  name: 'testClocks.set',
  params: { ...TENANT, id: 'text', frozen_at: 'timestamptz' },
  row: ROW,
  sql: 'UPDATE test_clocks SET frozen_at = :frozen_at, settled_at = NULL, taken_at = now() WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING id, frozen_at, created_at',
});

/** Only what is due by where it stands now is known to be done. */
const settle = statement({
  name: 'testClocks.settle',
  params: { ...TENANT, frozen_at: 'timestamptz' },
  row: {},
  sql: 'UPDATE test_clocks SET settled_at = :frozen_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND frozen_at = :frozen_at',
});

/** Of those that nobody is at, for the lease of whoever moved or took them is over, this one takes some. */
const take = statement({
  name: 'testClocks.take',
  params: { rows_max: 'int4' },
  row: { ...TENANT, id: 'text', frozen_at: 'timestamptz' },
  sql: `UPDATE test_clocks c SET taken_at = now() FROM (
          SELECT merchant_id, livemode FROM test_clocks WHERE settled_at IS DISTINCT FROM frozen_at AND taken_at < now() - interval '30 seconds'
          ORDER BY taken_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED
        ) k WHERE c.merchant_id = k.merchant_id AND c.livemode = k.livemode RETURNING c.merchant_id, c.livemode, c.id, c.frozen_at`,
});

const remove = statement({
  name: 'testClocks.remove',
  params: { ...TENANT, id: 'text' },
  row: { id: 'text' },
  sql: 'DELETE FROM test_clocks WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING id',
});

export type ClockRecord = ValuesOf<typeof ROW>;

/** Sets the merchant's clock up, or the one it has to another time. */
export async function putClock(
  runner: Runner,
  tenant: Tenant,
  clock: ClockRecord,
): Promise<ClockRecord | undefined> {
  return (await runner.run(put, { ...keyOf(tenant), ...clock }))[0];
}

/** Where the merchant's clock stands; null where there is none. */
export async function findClockTime(runner: Runner, tenant: Tenant): Promise<Date | null> {
  return (await runner.run(findTime, keyOf(tenant)))[0]?.frozen_at ?? null;
}

/** In a transaction: the clock, which nobody else moves until it ends. */
export async function lockClock(tx: Runner, tenant: Tenant, id: string): Promise<ClockRecord | undefined> {
  return (await tx.run(lock, { ...keyOf(tenant), id }))[0];
}

export async function setClock(
  tx: Runner,
  tenant: Tenant,
  clock: { readonly id: string; readonly frozen_at: Date },
): Promise<ClockRecord | undefined> {
  return (await tx.run(set, { ...keyOf(tenant), ...clock }))[0];
}

/** Notes that what the clock made due by where it stood is done, if it still stands there. */
export async function noteSettled(runner: Runner, tenant: Tenant, frozenAt: Date): Promise<void> {
  await runner.run(settle, { ...keyOf(tenant), frozen_at: frozenAt });
}

export type CutOffMove = { readonly tenant: Tenant; readonly clock: string; readonly frozenAt: Date };

/** Takes clocks whose last move nobody finishes, whosever they are. */
export async function takeCutOffMoves(system: Runner, rowsMax: number): Promise<readonly CutOffMove[]> {
  const taken = await system.run(take, { rows_max: rowsMax });
  return taken.map(({ merchant_id: merchantId, livemode, id: clock, frozen_at: frozenAt }) => ({
    tenant: { merchantId, livemode },
    clock,
    frozenAt,
  }));
}

/** False when there was no such clock. */
export async function removeClock(runner: Runner, tenant: Tenant, id: string): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), id })).length === 1;
}
