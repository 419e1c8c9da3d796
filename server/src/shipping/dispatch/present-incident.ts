import { formatOptionalTime, formatTime, type Incident } from '@cottontree/contract';
import type { IncidentRow } from './incidents.queries.ts';

export function presentIncident(row: IncidentRow): Incident {
  return {
    id: row.id,
    job_number: row.job_number,
    merchant_id: row.merchant_id,
    kind: row.kind,
    status: row.status,
    note: row.note,
    opened_by: row.opened_by,
    opened_at: formatTime(row.opened_at),
    resolution: row.resolution,
    resolved_by: row.resolved_by,
    resolved_at: formatOptionalTime(row.resolved_at),
    livemode: row.livemode,
  };
}
