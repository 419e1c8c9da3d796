import type {
  FirstScan,
  ScanDirection,
  ScanRefusal,
  ScanResult,
  ScanSource,
  TicketStatus,
} from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, nullable, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { ScannedEventKey } from './devices.queries.ts';
import { equal, flag } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

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

/** Who came and went on a ticket, in that order: a door without the service is believed as to when, any other by when it asked. */
const passagesOf = statement({
  name: 'scans.passagesOf',
  params: { merchant_id: 'text', livemode: 'bool', ticket_id: 'text' },
  row: { id: 'text', result: text<'admitted' | 'exited'>(), at: 'timestamptz' },
  sql: `SELECT s.id, s.result, p.at FROM scans s CROSS JOIN LATERAL (SELECT CASE WHEN s.offline THEN s.scanned_at ELSE s.recorded_at END AS at) p
        WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.ticket_id = :ticket_id AND s.result IN ('admitted', 'exited')
          AND NOT EXISTS (SELECT FROM scans u WHERE u.merchant_id = s.merchant_id AND u.livemode = s.livemode AND u.event_id = s.event_id AND u.undoes = s.id)
        ORDER BY p.at, s.recorded_at, s.result`,
});

/** Attempts at an event's doors. */
export const scanList = list('listScans', {
  from: 'scans s',
  row: LOGGED,
  select: `${OF_SCAN}, ${UNDONE_AT}`,
  counted: 'apart',
  given: { event_id: 'text' },
  where: 's.event_id = :event_id',
  filters: {
    result: equal('s.result'),
    gate: equal('s.gate'),
    device_id: equal('s.device_id'),
    ticket_id: equal('s.ticket_id'),
    conflict: flag('s.conflict'),
  },
  sorts: { recorded_at: byTime('s.recorded_at') },
});

export type ScanRow = ValuesOf<typeof LOGGED>;
/** Somebody who came in or went out and was not taken back. */
export type Passage = ValuesOf<(typeof passagesOf)['row']>;
export type ScanToUndo = ValuesOf<(typeof findToUndo)['row']>;

const paramsOf = ({ tenant, eventId }: ScannedEventKey) => ({ ...keyOf(tenant), event_id: eventId });

export async function findScan(
  runner: Runner,
  event: ScannedEventKey,
  id: string,
): Promise<ScanRow | undefined> {
  return (await runner.run(find, { ...paramsOf(event), id }))[0];
}

export async function findScanToUndo(
  runner: Runner,
  event: ScannedEventKey,
  id: string,
): Promise<ScanToUndo | undefined> {
  return (await runner.run(findToUndo, { ...paramsOf(event), id }))[0];
}

/** Earliest first. */
export async function findPassages(
  runner: Runner,
  tenant: Tenant,
  ticketId: string,
): Promise<readonly Passage[]> {
  return runner.run(passagesOf, { ...keyOf(tenant), ticket_id: ticketId });
}
