import type { SyncResult } from '@cottontree/contract';
import { keyOf } from '../../../../kernel/call/tenant.ts';
import { json, nullable, statement, type Runner } from '../../../../store/index.ts';
import type { JobKey } from '../../deliveries/deliveries.queries.ts';

const EVENT = { merchant_id: 'text', livemode: 'bool', driver_id: 'text', client_id: 'text' } as const;

const claim = statement({
  name: 'driverEvents.claim',
  params: {
    ...EVENT,
    job_number: 'text',
    kind: 'text',
    fingerprint: 'bytea',
    occurred_at: 'timestamptz',
    recorded_at: 'timestamptz',
  },
  row: { client_id: 'text' },
  sql: `INSERT INTO driver_events (merchant_id, livemode, driver_id, client_id, job_number, kind, fingerprint, occurred_at, recorded_at)
        VALUES (:merchant_id, :livemode, :driver_id, :client_id, :job_number, :kind, :fingerprint, :occurred_at, :recorded_at) ON CONFLICT DO NOTHING RETURNING client_id`,
});

const find = statement({
  name: 'driverEvents.find',
  params: EVENT,
  row: {
    fingerprint: 'bytea',
    occurred_at: 'timestamptz',
    recorded_at: 'timestamptz',
    refusal: nullable(json<NonNullable<SyncResult['error']>>()),
  },
  sql: 'SELECT fingerprint, occurred_at, recorded_at, refusal FROM driver_events WHERE merchant_id = :merchant_id AND livemode = :livemode AND driver_id = :driver_id AND client_id = :client_id',
});

const refuse = statement({
  name: 'driverEvents.refuse',
  params: { ...EVENT, refusal: json<NonNullable<SyncResult['error']>>() },
  row: {},
  sql: 'UPDATE driver_events SET refusal = :refusal WHERE merchant_id = :merchant_id AND livemode = :livemode AND driver_id = :driver_id AND client_id = :client_id',
});

const deleteOld = statement({
  name: 'driverEvents.deleteOld',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { client_id: 'text' },
  sql: `DELETE FROM driver_events WHERE (merchant_id, livemode, driver_id, client_id) IN
          (SELECT merchant_id, livemode, driver_id, client_id FROM driver_events WHERE recorded_at < :before ORDER BY recorded_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
        RETURNING client_id`,
});

const lastSync = statement({
  name: 'driverSyncs.find',
  params: { driver_id: 'text' },
  row: { synced_at: 'timestamptz' },
  sql: 'SELECT synced_at FROM driver_syncs WHERE driver_id = :driver_id',
});

const markSync = statement({
  name: 'driverSyncs.mark',
  params: { driver_id: 'text', synced_at: 'timestamptz' },
  row: {},
  sql: `INSERT INTO driver_syncs (driver_id, synced_at) VALUES (:driver_id, :synced_at)
        ON CONFLICT (driver_id) DO UPDATE SET synced_at = greatest(driver_syncs.synced_at, excluded.synced_at)`,
});

/** An event of a courier's phone, about one of his jobs. */
export type DriverEventKey = { readonly job: JobKey; readonly driverId: string; readonly clientId: string };
export type EventClaimed = {
  readonly kind: string;
  readonly fingerprint: Buffer;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
};

const columnsOf = ({ job, driverId, clientId }: DriverEventKey) => ({
  ...keyOf(job.tenant),
  driver_id: driverId,
  client_id: clientId,
});

/** Takes the event for this transaction; false when it took effect before. Waits for one still under way. */
export async function claimEvent(
  runner: Runner,
  key: DriverEventKey,
  claimed: EventClaimed,
): Promise<boolean> {
  const { kind, fingerprint, occurredAt: occurred_at, recordedAt: recorded_at } = claimed;
  return (
    (
      await runner.run(claim, {
        ...columnsOf(key),
        job_number: key.job.jobNumber,
        kind,
        fingerprint,
        occurred_at,
        recorded_at,
      })
    ).length === 1
  );
}

export async function findEvent(runner: Runner, key: DriverEventKey) {
  return (await runner.run(find, columnsOf(key)))[0];
}

/** Keeps a refusal that counted, with what it wrote. */
export async function refuseEvent(
  runner: Runner,
  key: DriverEventKey,
  refusal: NonNullable<SyncResult['error']>,
): Promise<void> {
  await runner.run(refuse, { ...columnsOf(key), refusal });
}

/** Forgets events past their time; answers how many. */
export async function deleteOldEvents(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(deleteOld, { before, rows_max: rowsMax })).length;
}

/** Up to when all is known that the courier did. */
export async function findLastSync(system: Runner, driverId: string): Promise<Date | null> {
  return (await system.run(lastSync, { driver_id: driverId }))[0]?.synced_at ?? null;
}

export async function markSynced(system: Runner, driverId: string, at: Date): Promise<void> {
  await system.run(markSync, { driver_id: driverId, synced_at: at });
}
