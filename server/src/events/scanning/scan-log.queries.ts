import type {
  FirstScan,
  ScanDirection,
  ScanRefusal,
  ScanResult,
  ScanSource,
  TicketStatus,
} from '@cottontree/contract';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import type { Position } from '../../core/page.ts';
import { keyOf } from '../../core/tenant.ts';
import { json, nullable, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import type { EventKey } from './devices.queries.ts';

const EVENT = { merchant_id: 'text', livemode: 'bool', event_id: 'text' } as const;
const LOGGED = {
  id: 'text',
  event_id: 'text',
  result: text<ScanResult>(),
  code: nullable(text<ScanRefusal>()),
  ticket_id: 'text?',
  ticket_type_id: 'text?',
  direction: text<ScanDirection>(),
  source: text<ScanSource>(),
  gate: 'text?',
  device_id: 'text',
  device_name: 'text?',
  actor: 'text',
  nonce: 'text?',
  offline: 'bool',
  forced: 'bool',
  conflict: 'bool',
  entry_count: 'int4',
  first_scan: nullable(json<FirstScan>()),
  scanned: 'text?',
  scanned_at: 'timestamptz',
  recorded_at: 'timestamptz',
  undoes: 'text?',
  reason: 'text?',
  undone_at: 'timestamptz?',
} as const;
const OF_SCAN = Object.keys(LOGGED)
  .filter((column) => column !== 'undone_at')
  .map((column) => `s.${column}`)
  .join(', ');
const UNDONE_AT = `(SELECT u.recorded_at FROM scans u WHERE u.merchant_id = s.merchant_id AND u.livemode = s.livemode AND u.event_id = s.event_id AND u.undoes = s.id) AS undone_at`;

const WANTED = `s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.event_id = :event_id AND (:result::text IS NULL OR s.result = :result) AND (:gate::text IS NULL OR s.gate = :gate) AND (:device_id::text IS NULL OR s.device_id = :device_id)
          AND (:ticket_id::text IS NULL OR s.ticket_id = :ticket_id) AND (:conflict::bool IS NULL OR s.conflict = :conflict)`;

const list = statement({
  name: 'scans.list',
  params: {
    ...EVENT,
    result: nullable(text<ScanResult>()),
    gate: 'text?',
    device_id: 'text?',
    ticket_id: 'text?',
    conflict: 'bool?',
    after_at: 'timestamptz?',
    after_id: 'text?',
    rows_max: 'int4',
    skip: 'int4',
  },
  row: { total: 'int8', ...orNull(LOGGED) },
  sql: `SELECT c.total, p.* FROM (SELECT count(*) AS total FROM scans s WHERE ${WANTED}) c
        LEFT JOIN (
          SELECT ${OF_SCAN}, ${UNDONE_AT} FROM scans s WHERE ${WANTED} AND (:after_at::timestamptz IS NULL OR (s.recorded_at, s.id) < (:after_at, :after_id::text)) ORDER BY s.recorded_at DESC, s.id DESC LIMIT :rows_max::int4 OFFSET :skip::int4
        ) p ON true ORDER BY p.recorded_at DESC, p.id DESC`,
});

const find = statement({
  name: 'scans.find',
  params: { ...EVENT, id: 'text' },
  row: LOGGED,
  sql: `SELECT ${OF_SCAN}, ${UNDONE_AT} FROM scans s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.event_id = :event_id AND s.id = :id`,
});

/** A scan with where its ticket stands, and what becomes the ticket's first admission without it. */
const findToUndo = statement({
  name: 'scans.findToUndo',
  params: { ...EVENT, id: 'text' },
  row: {
    ...LOGGED,
    ticket_status: nullable(text<TicketStatus>()),
    version: 'int4?',
    sequence: 'int4?',
    used_at: 'timestamptz?',
    admits: 'int4?',
    entries: 'int4?',
    inside: 'int4?',
    first_scan_id: 'text?',
    first_at: 'timestamptz?',
    first_gate: 'text?',
    first_device: 'text?',
    next_scan_id: 'text?',
    next_at: 'timestamptz?',
    next_gate: 'text?',
    next_device: 'text?',
  },
  sql: `SELECT ${OF_SCAN}, ${UNDONE_AT}, t.status AS ticket_status, t.version, t.sequence, t.used_at, t.admits, a.entries, a.inside, a.first_scan_id, a.first_at, a.first_gate, a.first_device,
          n.id AS next_scan_id, n.scanned_at AS next_at, n.gate AS next_gate, n.device AS next_device
        FROM scans s
        LEFT JOIN tickets t ON t.merchant_id = s.merchant_id AND t.livemode = s.livemode AND t.id = s.ticket_id
        LEFT JOIN admissions a ON a.merchant_id = s.merchant_id AND a.livemode = s.livemode AND a.ticket_id = s.ticket_id AND a.checkpoint = 'entry'
        LEFT JOIN LATERAL (
          SELECT o.id, o.scanned_at, o.gate, coalesce(o.device_name, o.device_id) AS device FROM scans o
          WHERE o.merchant_id = s.merchant_id AND o.livemode = s.livemode AND o.ticket_id = s.ticket_id AND o.result = 'admitted' AND o.id <> s.id
            AND NOT EXISTS (SELECT FROM scans u WHERE u.merchant_id = o.merchant_id AND u.livemode = o.livemode AND u.event_id = o.event_id AND u.undoes = o.id)
          ORDER BY o.scanned_at, 4 LIMIT 1
        ) n ON true
        WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.event_id = :event_id AND s.id = :id`,
});

export type ScanRow = ValuesOf<typeof LOGGED>;
export type ScanToUndo = ValuesOf<(typeof findToUndo)['row']>;
export type ScansWanted = {
  readonly result: ScanResult | null;
  readonly gate: string | null;
  readonly deviceId: string | null;
  readonly ticketId: string | null;
  readonly conflict: boolean | null;
  readonly after: Position | null;
  readonly rowsMax: number;
  readonly skip: number;
};

const paramsOf = ({ tenant, eventId }: EventKey) => ({ ...keyOf(tenant), event_id: eventId });

/** Attempts at an event's doors, latest first, with how many there are. */
export async function listScanRows(
  runner: Runner,
  event: EventKey,
  { result, gate, deviceId, ticketId, conflict, after, rowsMax, skip }: ScansWanted,
): Promise<{ readonly total: number; readonly rows: readonly ScanRow[] }> {
  const rows = await runner.run(list, {
    ...paramsOf(event),
    result,
    gate,
    device_id: deviceId,
    ticket_id: ticketId,
    conflict,
    after_at: after?.at ?? null,
    after_id: after?.id ?? null,
    rows_max: rowsMax,
    skip,
  });
  return splitTotal<ScanRow>(rows, 'id');
}

export async function findScan(runner: Runner, event: EventKey, id: string): Promise<ScanRow | undefined> {
  return (await runner.run(find, { ...paramsOf(event), id }))[0];
}

export async function findScanToUndo(
  runner: Runner,
  event: EventKey,
  id: string,
): Promise<ScanToUndo | undefined> {
  return (await runner.run(findToUndo, { ...paramsOf(event), id }))[0];
}
