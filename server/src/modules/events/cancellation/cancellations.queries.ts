import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';
import type { CancelledEvent } from '../orders/cancel-event-orders.ts';

const lease = statement({
  name: 'eventCancellations.lease',
  params: { now: 'timestamptz', until: 'timestamptz', rows_max: 'int4' },
  row: {
    merchant_id: 'text',
    livemode: 'bool',
    event_id: 'text',
    reason: 'text?',
    cancelled_at: 'timestamptz',
  },
  sql: `UPDATE event_cancellations c SET next_at = :until WHERE (c.merchant_id, c.livemode, c.event_id) IN (
          SELECT n.merchant_id, n.livemode, n.event_id FROM event_cancellations n WHERE n.finished_at IS NULL AND n.next_at <= :now ORDER BY n.next_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
        RETURNING c.merchant_id, c.livemode, c.event_id, c.reason, c.cancelled_at`,
});

const release = statement({
  name: 'eventCancellations.release',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    event_id: 'text',
    next_at: 'timestamptz',
    finished_at: 'timestamptz?',
  },
  row: {},
  sql: 'UPDATE event_cancellations SET next_at = :next_at, finished_at = :finished_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id',
});

/** Takes cancellations that have work left, of whatever merchant, until a moment at which another node may take them. */
export async function leaseCancellations(
  system: Runner,
  span: { readonly now: Date; readonly until: Date; readonly rows_max: number },
): Promise<readonly CancelledEvent[]> {
  const rows = await system.run(lease, span);
  return rows.map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    eventId: row.event_id,
    at: row.cancelled_at,
    reason: row.reason,
  }));
}

/** Says when a cancellation is looked at next, or that it is finished. */
export async function releaseCancellation(
  runner: Runner,
  tenant: Tenant,
  {
    eventId,
    ...then
  }: { readonly eventId: string; readonly next_at: Date; readonly finished_at: Date | null },
): Promise<void> {
  await runner.run(release, { ...keyOf(tenant), event_id: eventId, ...then });
}
