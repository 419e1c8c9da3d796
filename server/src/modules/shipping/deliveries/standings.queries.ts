import type { DeliveryKind, DeliveryPhase, DeliveryStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, nullable, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { WAY, type TimelineEntry } from './deliveries.queries.ts';
import type { KnownPosition, Stops } from './tracking/position.ts';

/** Of many deliveries at once, only what tells where each stands: a third of the columns that tracking one reads. */
const standings = statement({
  name: 'deliveries.standings',
  params: { merchant_id: 'text', livemode: 'bool', job_numbers: 'text[]', with_timelines: 'bool' },
  row: {
    job_number: 'text',
    order_number: 'text',
    transaction_id: 'text',
    status: text<DeliveryStatus>(),
    version: 'int4',
    driver_id: 'text?',
    pickup_verified_at: 'timestamptz?',
    delivery_verified_at: 'timestamptz?',
    kind: text<DeliveryKind>(),
    phase: nullable(text<DeliveryPhase>()),
    estimated_pickup_at: 'timestamptz?',
    estimated_delivery_at: 'timestamptz?',
    changed_at: 'text',
    timeline: nullable(json<readonly TimelineEntry[]>()),
    driver_vehicle_type: 'text?',
    position: nullable(json<KnownPosition>()),
    stops: nullable(json<Stops>()),
  },
  sql: `SELECT d.job_number, d.order_number, d.transaction_id, d.status, d.version, d.driver_id, d.pickup_verified_at, d.delivery_verified_at, d.kind, d.phase,
          d.estimated_pickup_at, d.estimated_delivery_at, coalesce(d.timeline -> -1 ->> 'at', to_char(d.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS changed_at,
          CASE WHEN :with_timelines THEN d.timeline END AS timeline,
          v.vehicle_type AS driver_vehicle_type, ${WAY}
        FROM deliveries d LEFT JOIN drivers v ON v.id = d.driver_id LEFT JOIN driver_positions p ON p.driver_id = d.driver_id
        WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = ANY (:job_numbers)`,
});

export type StandingRow = ValuesOf<(typeof standings)['row']>;

/** Where each of these deliveries stands, by its number; those that are not there are not in it. */
export async function standingsOf(
  runner: Runner,
  tenant: Tenant,
  asked: { readonly jobNumbers: readonly string[]; readonly withTimelines: boolean },
): Promise<ReadonlyMap<string, StandingRow>> {
  const rows = await runner.run(standings, {
    ...keyOf(tenant),
    job_numbers: asked.jobNumbers,
    with_timelines: asked.withTimelines,
  });
  return new Map(rows.map((row) => [row.job_number, row]));
}
