import { formatTime, type ScanResult } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import { presentFirst } from './compose-record.ts';
import { countSteps } from './count-steps.ts';
import type { ScanRecord } from './record.queries.ts';
import type { ScanToUndo } from './scan-log.queries.ts';
import type { Scanner } from './scanner.ts';
import { standingOf, type Standing } from './weigh-scan.ts';

export type Undoing = {
  readonly id: string;
  readonly tenant: Tenant;
  readonly now: Date;
  readonly reason: string;
  readonly scanner: Scanner;
};

/** What taking a scan back brings about, decided on the ticket as it was read. */
export function composeUndo(scan: ScanToUndo, undoing: Undoing): ScanRecord {
  const { id, tenant, now } = undoing;
  const before = standingOf(scan);
  const after = standingWithout(scan, before);
  const undone: Undone = {
    after,
    status: scan.ticket_status === 'used' && after.entries === 0 ? 'valid' : scan.ticket_status,
  };
  return {
    tenant,
    eventId: scan.event_id,
    id,
    entity: scan.ticket_id ?? id,
    columns: { ...logOf(scan, undoing, undone), ...ticketOf(scan, undone) },
    facts: [
      newFact({
        kind: 'ticket.scan_undone',
        sequence: (scan.sequence ?? 0) + 1,
        facts: factsOf(scan, undoing, undone),
        at: now.toISOString(),
      }),
    ],
    counters: countSteps({
      gate: scan.gate,
      typeId: scan.ticket_type_id,
      at: scan.scanned_at,
      result: scan.result as Exclude<ScanResult, 'undone'>,
      before,
      after,
    }),
    guess: null,
    kept: null,
  };
}

/** How the ticket stands without the scan. */
type Undone = { readonly after: Standing; readonly status: ScanToUndo['ticket_status'] };

function factsOf(scan: ScanToUndo, { reason }: Undoing, { after, status }: Undone): Fact['facts'] {
  return {
    id: scan.ticket_id,
    event_id: scan.event_id,
    status,
    scan_id: scan.id,
    result: 'undone',
    code: null,
    ticket_type_id: scan.ticket_type_id,
    direction: scan.direction,
    gate: scan.gate,
    device_id: scan.device_id,
    entry_count: after.entries,
    first_scan: presentFirst(after.first),
    offline: scan.offline,
    forced: scan.forced,
    scanned_at: formatTime(scan.scanned_at),
    reason,
  };
}

/** The line that the log keeps of it. */
function logOf(scan: ScanToUndo, { now, reason, scanner }: Undoing, { after }: Undone) {
  return {
    ticket_id: scan.ticket_id,
    ticket_type_id: scan.ticket_type_id,
    device_id: scanner.deviceId,
    device_name: scanner.deviceName,
    actor: scanner.actor,
    nonce: null,
    direction: scan.direction,
    source: scan.source,
    gate: scan.gate,
    result: 'undone',
    code: null,
    message: null,
    offline: false,
    forced: false,
    conflict: false,
    entry_count: after.entries,
    first_scan: presentFirst(after.first),
    scanned: null,
    scanned_at: now.toISOString(),
    recorded_at: now.toISOString(),
    undoes: scan.id,
    reason,
  };
}

/** What becomes of the ticket's own row. */
function ticketOf(scan: ScanToUndo, { after, status }: Undone) {
  const { first } = after;
  return {
    ticket_version: scan.version,
    ticket_status: status,
    used_at: first?.at.toISOString() ?? null,
    entries: after.entries,
    inside: after.inside,
    first_scan_id: first?.scanId ?? null,
    first_at: first?.at.toISOString() ?? null,
    first_gate: first?.gate ?? null,
    first_device: first?.device ?? null,
  };
}

function standingWithout(scan: ScanToUndo, before: Standing): Standing {
  const { entries, inside, first } = before;
  if (scan.ticket_id === null) return before;
  if (scan.result === 'exited') return { entries, inside: Math.min(scan.admits ?? 1, inside + 1), first };
  const next =
    scan.next_scan_id === null || scan.next_at === null
      ? null
      : { scanId: scan.next_scan_id, at: scan.next_at, gate: scan.next_gate, device: scan.next_device };
  return { entries: Math.max(0, entries - 1), inside: Math.max(0, inside - 1), first: next };
}
