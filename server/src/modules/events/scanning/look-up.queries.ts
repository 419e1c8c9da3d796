import type { ReEntry, ScanPolicy, TicketStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, nullable, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const FOUND = {
  event_name: 'text',
  event_status: 'text',
  end_date: 'timestamptz',
  time_zone: 'text',
  re_entry: text<ReEntry>(),
  scan_policy: json<ScanPolicy>(),
  ticket_id: 'text?',
  ticket_event_id: 'text?',
  ticket_event_name: 'text?',
  ticket_event_start: 'timestamptz?',
  ticket_type_id: 'text?',
  ticket_status: nullable(text<TicketStatus>()),
  version: 'int4?',
  sequence: 'int4?',
  qr_id: 'bytea?',
  human_code: 'text?',
  code_sealed: 'bytea?',
  epoch: 'int4?',
  holder_name: 'text?',
  seat: 'text?',
  admits: 'int4?',
  valid_from: 'timestamptz?',
  valid_until: 'timestamptz?',
  used_at: 'timestamptz?',
  reason: 'text?',
  type_name: 'text?',
  gates: 'text[]?',
  door_note: 'text?',
  order_number: 'text?',
  order_status: 'text?',
  public_key: 'bytea?',
  key_revoked: 'bool?',
  entries: 'int4?',
  inside: 'int4?',
  first_scan_id: 'text?',
  first_at: 'timestamptz?',
  first_gate: 'text?',
  first_device: 'text?',
  earlier: 'jsonb?',
  wrong_codes: 'int4?',
} as const;

/** Everything that a scan is judged by, in one look: event, ticket, order, key, earlier admissions, and what the same nonce brought. */
const look = statement({
  name: 'scans.lookUp',
  params: {
    merchant_ids: 'text[]',
    livemodes: 'bool[]',
    event_ids: 'text[]',
    qr_ids: 'bytea[]',
    codes: 'text[]',
    kids: 'int4[]',
    ours: 'bool[]',
    device_ids: 'text[]',
    nonces: 'text[]',
    subjects: 'text[]',
    minutes: 'timestamptz[]',
  },
  row: { place: 'int4', ...FOUND },
  sql: `SELECT g.place::int4 AS place, e.name AS event_name, e.status AS event_status, e.end_date, e.time_zone, e.re_entry, e.scan_policy,
          t.id AS ticket_id, t.event_id AS ticket_event_id, te.name AS ticket_event_name, te.start_date AS ticket_event_start, t.ticket_type_id, t.status AS ticket_status, t.version, t.sequence, t.qr_id, t.code AS human_code, t.code_sealed, t.epoch,
          t.holder_name, t.seat, t.admits, y.valid_from, y.valid_until, t.used_at, t.reason, y.name AS type_name, y.gates, y.door_note, o.order_number, o.status AS order_status,
          k.public_key, k.revoked_at IS NOT NULL AS key_revoked, a.entries, a.inside, a.first_scan_id, a.first_at, a.first_gate, a.first_device,
          CASE WHEN s.id IS NOT NULL THEN jsonb_build_object('id', s.id, 'result', s.result, 'code', s.code, 'message', s.message, 'entry_count', s.entry_count, 'first_scan', s.first_scan, 'forced', s.forced, 'conflict', s.conflict) END AS earlier,
          f.failures AS wrong_codes
        FROM unnest(:merchant_ids::text[], :livemodes::bool[], :event_ids::text[], :qr_ids::bytea[], :codes::text[], :kids::int4[], :ours::bool[], :device_ids::text[], :nonces::text[], :subjects::text[], :minutes::timestamptz[])
          WITH ORDINALITY AS g(merchant_id, livemode, event_id, qr_id, code, kid, ours, device_id, nonce, subject, minute, place)
        JOIN events e ON e.merchant_id = g.merchant_id AND e.livemode = g.livemode AND e.id = g.event_id
        LEFT JOIN scans s ON s.merchant_id = g.merchant_id AND s.livemode = g.livemode AND s.event_id = g.event_id AND s.device_id = g.device_id AND s.nonce = g.nonce
        LEFT JOIN LATERAL (
          SELECT * FROM tickets t WHERE s.id IS NOT NULL AND t.merchant_id = g.merchant_id AND t.livemode = g.livemode AND t.id = s.ticket_id
          UNION ALL SELECT * FROM tickets t WHERE s.id IS NULL AND g.qr_id <> '' AND t.merchant_id = g.merchant_id AND t.livemode = g.livemode AND t.qr_id = g.qr_id
          UNION ALL SELECT * FROM tickets t WHERE s.id IS NULL AND g.code <> '' AND t.merchant_id = g.merchant_id AND t.livemode = g.livemode AND t.event_id = g.event_id AND t.code = ANY (string_to_array(g.code, ','))
        ) t ON true
        LEFT JOIN events te ON te.merchant_id = t.merchant_id AND te.livemode = t.livemode AND te.id = t.event_id
        LEFT JOIN ticket_types y ON y.merchant_id = t.merchant_id AND y.livemode = t.livemode AND y.event_id = t.event_id AND y.id = t.ticket_type_id
        LEFT JOIN ticket_orders o ON o.merchant_id = t.merchant_id AND o.livemode = t.livemode AND o.id = t.order_id
        LEFT JOIN event_keys k ON k.merchant_id = g.merchant_id AND k.livemode = g.livemode AND k.event_id = CASE WHEN g.ours THEN g.event_id ELSE t.event_id END AND k.kid = g.kid
        LEFT JOIN admissions a ON a.merchant_id = t.merchant_id AND a.livemode = t.livemode AND a.ticket_id = t.id AND a.checkpoint = 'entry'
        LEFT JOIN guess_failures f ON f.merchant_id = g.merchant_id AND f.livemode = g.livemode AND f.subject = g.subject AND f.hour = g.minute`,
});

/** Typed codes are unique within their event; of others with the same one the newest counts, and this event's own past ones before them. */
const findElsewhere = statement({
  name: 'scans.findElsewhere',
  params: { merchant_id: 'text', livemode: 'bool', codes: 'text[]', event_id: 'text' },
  row: { event_id: 'text', event_name: 'text', start_date: 'timestamptz' },
  sql: `WITH past AS (
          SELECT e.id AS event_id, e.name AS event_name, e.start_date FROM ticket_past_codes c JOIN events e ON e.merchant_id = c.merchant_id AND e.livemode = c.livemode AND e.id = c.event_id
          WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.event_id = :event_id AND c.code = ANY (:codes)
        ), elsewhere AS (
          SELECT e.id AS event_id, e.name AS event_name, e.start_date FROM events e JOIN tickets t ON t.merchant_id = e.merchant_id AND t.livemode = e.livemode AND t.event_id = e.id AND t.code = ANY (:codes)
          WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode ORDER BY t.issued_at DESC, e.id LIMIT 1
        )
        SELECT event_id, event_name, start_date FROM past UNION ALL SELECT event_id, event_name, start_date FROM elsewhere WHERE NOT EXISTS (SELECT FROM past)`,
});

/** By what a scan is looked up; what it has not of these is empty. */
export type LookKey = {
  readonly tenant: Tenant;
  readonly eventId: string;
  readonly qrId: Buffer;
  /** What a ticket with the typed code may keep of it, with commas between. */
  readonly code: string;
  readonly kid: number;
  readonly ours: boolean;
  readonly deviceId: string;
  readonly nonce: string;
  readonly subject: string;
  readonly minute: Date;
};
export type FoundScan = ValuesOf<typeof FOUND>;

/** What is known about each, in their order; undefined where there is no such event. */
export async function lookUpScans(
  runner: Runner,
  keys: readonly LookKey[],
): Promise<readonly (FoundScan | undefined)[]> {
  const found: (FoundScan | undefined)[] = keys.map(() => undefined);
  const rows = await runner.run(look, {
    merchant_ids: keys.map(({ tenant }) => tenant.merchantId),
    livemodes: keys.map(({ tenant }) => tenant.livemode),
    event_ids: keys.map(({ eventId }) => eventId),
    qr_ids: keys.map(({ qrId }) => qrId),
    codes: keys.map(({ code }) => code),
    kids: keys.map(({ kid }) => kid),
    ours: keys.map(({ ours }) => ours),
    device_ids: keys.map(({ deviceId }) => deviceId),
    nonces: keys.map(({ nonce }) => nonce),
    subjects: keys.map(({ subject }) => subject),
    minutes: keys.map(({ minute }) => minute),
  });
  for (const row of rows) found[row.place - 1] = row;
  return found;
}

export type OtherEvent = ValuesOf<(typeof findElsewhere)['row']>;

/** The event that a typed code is of which the event asked about does not have: itself, where it had it once. */
export async function findEventOfCode(
  runner: Runner,
  tenant: Tenant,
  asked: { readonly codes: readonly string[]; readonly eventId: string },
): Promise<OtherEvent | undefined> {
  return (
    await runner.run(findElsewhere, { ...keyOf(tenant), codes: asked.codes, event_id: asked.eventId })
  )[0];
}
