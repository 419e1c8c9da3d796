import { formatOptionalTime, formatTime, type Scan } from '@cottontree/contract';
import type { ScanRow } from './scan-log.queries.ts';

/** An attempt at a door as the API shows it. */
export function presentScan(row: ScanRow): Scan {
  return {
    id: row.id,
    event_id: row.event_id,
    result: row.result,
    code: row.code,
    ticket_id: row.ticket_id,
    ticket_type_id: row.ticket_type_id,
    direction: row.direction,
    source: row.source,
    gate: row.gate,
    device_id: row.device_id,
    device_name: row.device_name,
    nonce: row.nonce,
    offline: row.offline,
    forced: row.forced,
    conflict: row.conflict,
    entry_count: row.entry_count,
    first_scan: row.first_scan,
    scanned: row.scanned,
    scanned_at: formatTime(row.scanned_at),
    recorded_at: formatTime(row.recorded_at),
    undone_at: formatOptionalTime(row.undone_at),
    undoes: row.undoes,
    reason: row.reason,
  };
}
