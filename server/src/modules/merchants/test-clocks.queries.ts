import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = { id: 'text', frozen_at: 'timestamptz', created_at: 'timestamptz' } as const;

const put = statement({
  name: 'testClocks.put',
  params: { ...TENANT, id: 'text', frozen_at: 'timestamptz', created_at: 'timestamptz' },
  row: ROW,
  sql: `INSERT INTO test_clocks (merchant_id, livemode, id, frozen_at, created_at) VALUES (:merchant_id, :livemode, :id, :frozen_at, :created_at)
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET frozen_at = excluded.frozen_at RETURNING id, frozen_at, created_at`,
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
  sql: 'UPDATE test_clocks SET frozen_at = :frozen_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING id, frozen_at, created_at',
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

/** False when there was no such clock. */
export async function removeClock(runner: Runner, tenant: Tenant, id: string): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), id })).length === 1;
}
