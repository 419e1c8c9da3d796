import type { EventStatus, ReEntry, ScanPolicy, TicketStatus } from '@cottontree/contract';
import { keyOf } from '../../../kernel/call/tenant.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { ScannedEventKey } from './devices.queries.ts';

const MANIFEST_EVENT = { merchant_id: 'text', livemode: 'bool', event_id: 'text' } as const;

const head = statement({
  name: 'scanManifest.event',
  params: MANIFEST_EVENT,
  row: {
    name: 'text',
    status: text<EventStatus>(),
    start_date: 'timestamptz',
    end_date: 'timestamptz',
    re_entry: text<ReEntry>(),
    scan_policy: json<ScanPolicy>(),
    kid: 'int4?',
  },
  sql: `SELECT name, status, start_date, end_date, re_entry, scan_policy,
          (SELECT max(k.kid) FROM event_keys k WHERE k.merchant_id = e.merchant_id AND k.livemode = e.livemode AND k.event_id = e.id AND k.retired_at IS NULL AND k.revoked_at IS NULL) AS kid
        FROM events e WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :event_id`,
});

const keys = statement({
  name: 'scanManifest.keys',
  params: MANIFEST_EVENT,
  row: { kid: 'int4', public_key: 'bytea' },
  sql: 'SELECT kid, public_key FROM event_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND revoked_at IS NULL ORDER BY kid',
});

const types = statement({
  name: 'scanManifest.types',
  params: MANIFEST_EVENT,
  row: {
    id: 'text',
    type_index: 'int4',
    name: 'text',
    admits: 'int4',
    gates: 'text[]?',
    door_note: 'text?',
    valid_from: 'timestamptz?',
    valid_until: 'timestamptz?',
  },
  sql: 'SELECT id, type_index, name, admits, gates, door_note, valid_from, valid_until FROM ticket_types WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id ORDER BY type_index',
});

const TICKET = {
  id: 'text',
  livemode: 'bool',
  event_id: 'text',
  qr_id: 'bytea',
  code: 'text',
  code_sealed: 'bytea?',
  status: text<TicketStatus>(),
  epoch: 'int4',
  type_index: 'int4',
  holder_name: 'text?',
  re_entry: text<ReEntry>(),
  valid_from: 'timestamptz?',
  valid_until: 'timestamptz?',
  updated_at: 'timestamptz',
  first_at: 'timestamptz?',
  inside: 'int4?',
  admits: 'int4',
} as const;

/** In the order in which they changed, from where the cursor stands. */
const tickets = statement({
  name: 'scanManifest.tickets',
  params: { ...MANIFEST_EVENT, from_at: 'timestamptz', after_id: 'text', rows_max: 'int4' },
  row: TICKET,
  sql: `SELECT t.id, t.livemode, t.event_id, t.qr_id, t.code, t.code_sealed, t.status, t.epoch, y.type_index, t.holder_name, e.re_entry, y.valid_from, y.valid_until, t.updated_at, a.first_at, a.inside, t.admits
        FROM tickets t
        JOIN events e ON e.merchant_id = t.merchant_id AND e.livemode = t.livemode AND e.id = t.event_id
        JOIN ticket_types y ON y.merchant_id = t.merchant_id AND y.livemode = t.livemode AND y.event_id = t.event_id AND y.id = t.ticket_type_id
        LEFT JOIN admissions a ON a.merchant_id = t.merchant_id AND a.livemode = t.livemode AND a.ticket_id = t.id AND a.checkpoint = 'entry'
        WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.event_id = :event_id AND (t.updated_at, t.id) > (:from_at, :after_id) ORDER BY t.updated_at, t.id LIMIT :rows_max::int4`,
});

export type ManifestTicket = ValuesOf<typeof TICKET>;

const paramsOf = ({ tenant, eventId }: ScannedEventKey) => ({ ...keyOf(tenant), event_id: eventId });

export async function findManifestEvent(runner: Runner, event: ScannedEventKey) {
  return (await runner.run(head, paramsOf(event)))[0];
}

/** The keys whose codes count. */
export async function listManifestKeys(runner: Runner, event: ScannedEventKey) {
  return runner.run(keys, paramsOf(event));
}

export async function listManifestTypes(runner: Runner, event: ScannedEventKey) {
  return runner.run(types, paramsOf(event));
}

export async function listManifestTickets(
  runner: Runner,
  event: ScannedEventKey,
  { from, afterId, rowsMax }: { readonly from: Date; readonly afterId: string; readonly rowsMax: number },
): Promise<readonly ManifestTicket[]> {
  return runner.run(tickets, { ...paramsOf(event), from_at: from, after_id: afterId, rows_max: rowsMax });
}
