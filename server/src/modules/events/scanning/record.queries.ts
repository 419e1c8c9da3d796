import type { Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { statement, type Json, type Runner } from '../../../store/index.ts';

const SCAN = {
  merchant_id: 'text',
  livemode: 'boolean',
  event_id: 'text',
  id: 'text',
  ticket_id: 'text',
  ticket_type_id: 'text',
  device_id: 'text',
  device_name: 'text',
  actor: 'text',
  nonce: 'text',
  direction: 'text',
  source: 'text',
  gate: 'text',
  result: 'text',
  code: 'text',
  message: 'text',
  offline: 'boolean',
  forced: 'boolean',
  conflict: 'boolean',
  entry_count: 'integer',
  first_scan: 'jsonb',
  scanned: 'text',
  scanned_at: 'timestamptz',
  recorded_at: 'timestamptz',
  undoes: 'text',
  reason: 'text',
} as const;
const SCAN_COLUMNS = Object.keys(SCAN).join(', ');

/** What a scan changes of its ticket and of where that stands; `ticket_version` is null where it changes nothing. */
const MOVE = {
  ticket_version: 'integer',
  ticket_status: 'text',
  used_at: 'timestamptz',
  entries: 'integer',
  inside: 'integer',
  first_scan_id: 'text',
  first_at: 'timestamptz',
  first_gate: 'text',
  first_device: 'text',
} as const;

const columnsWithTypes = (shape: object): string =>
  Object.entries(shape)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

/**
 * The one statement of the doors, for any number of scans at once. A scan that moves its ticket takes effect only on the
 * version of the ticket that it was decided on, so whoever voids, blocks or scans the ticket at the same moment is before
 * or after it; of several in one statement the first moves it. The log, the admission, the ticket, the counters and the
 * messages are written together or not at all, and so is the Idempotency-Key of the request, of which the first counts.
 */
const record = statement({
  name: 'scans.record',
  params: { given: 'jsonb' },
  row: { id: 'text', written: 'bool', consistent: 'bool' },
  sql: `WITH given AS MATERIALIZED (
          SELECT DISTINCT ON (g.merchant_id, g.livemode, coalesce(g.idempotency_key, g.id)) g.*
          FROM jsonb_to_recordset(:given) AS g(place integer, ${columnsWithTypes(SCAN)}, ${columnsWithTypes(MOVE)},
            entity text, facts jsonb, counters jsonb, guess_subject text, guess_minute timestamptz, guesses_max integer, idempotency_key text, request_hash bytea, answer bytea, answered_at timestamptz)
          ORDER BY g.merchant_id, g.livemode, coalesce(g.idempotency_key, g.id), g.place
        ), first_of_ticket AS MATERIALIZED (
          SELECT DISTINCT ON (merchant_id, livemode, ticket_id) merchant_id, livemode, ticket_id, place, ticket_version FROM given WHERE ticket_version IS NOT NULL ORDER BY merchant_id, livemode, ticket_id, place
        ), locked AS MATERIALIZED (
          SELECT f.place FROM first_of_ticket f JOIN tickets t ON t.merchant_id = f.merchant_id AND t.livemode = f.livemode AND t.id = f.ticket_id AND t.version = f.ticket_version
          ORDER BY t.id FOR UPDATE OF t
        ), able AS MATERIALIZED (
          SELECT * FROM given WHERE ticket_version IS NULL OR place IN (SELECT place FROM locked)
        ), claimed AS (
          INSERT INTO idempotency_keys (merchant_id, livemode, key, request_hash, effect, answer, created_at)
          SELECT merchant_id, livemode, idempotency_key, request_hash, '', answer, answered_at FROM able WHERE idempotency_key IS NOT NULL ORDER BY 1, 2, 3
          ON CONFLICT DO NOTHING RETURNING merchant_id, livemode, key
        ), logged AS (
          INSERT INTO scans (${SCAN_COLUMNS})
          SELECT ${SCAN_COLUMNS} FROM able WHERE idempotency_key IS NULL OR (merchant_id, livemode, idempotency_key) IN (SELECT merchant_id, livemode, key FROM claimed) ORDER BY place
          ON CONFLICT DO NOTHING RETURNING merchant_id, livemode, event_id, id
        ), written AS MATERIALIZED (
          SELECT g.* FROM given g JOIN logged l ON l.merchant_id = g.merchant_id AND l.livemode = g.livemode AND l.event_id = g.event_id AND l.id = g.id
        ), moved AS (
          UPDATE tickets t SET status = w.ticket_status, used_at = w.used_at, version = t.version + 1, sequence = t.sequence + jsonb_array_length(w.facts), updated_at = w.recorded_at
          FROM written w WHERE w.ticket_version IS NOT NULL AND t.merchant_id = w.merchant_id AND t.livemode = w.livemode AND t.id = w.ticket_id AND t.version = w.ticket_version
        ), admitted AS (
          INSERT INTO admissions AS a (merchant_id, livemode, event_id, ticket_id, checkpoint, entries, inside, first_scan_id, first_at, first_gate, first_device)
          SELECT merchant_id, livemode, event_id, ticket_id, 'entry', entries, inside, first_scan_id, first_at, first_gate, first_device FROM written WHERE ticket_version IS NOT NULL ORDER BY ticket_id
          ON CONFLICT (merchant_id, livemode, ticket_id, checkpoint) DO UPDATE SET entries = excluded.entries, inside = excluded.inside,
            first_scan_id = excluded.first_scan_id, first_at = excluded.first_at, first_gate = excluded.first_gate, first_device = excluded.first_device
        ), counted AS (
          INSERT INTO scan_counters AS c (merchant_id, livemode, event_id, dimension, name, slot, tickets, entries, inside, rejected, last_at)
          SELECT w.merchant_id, w.livemode, w.event_id, n.dimension, n.name, pg_backend_pid() % 16, sum(n.tickets), sum(n.entries), sum(n.inside), sum(n.rejected), max(w.scanned_at)
          FROM written w, jsonb_to_recordset(w.counters) AS n(dimension text, name text, tickets integer, entries integer, inside integer, rejected integer)
          GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
          ON CONFLICT (merchant_id, livemode, event_id, dimension, name, slot) DO UPDATE SET tickets = c.tickets + excluded.tickets, entries = c.entries + excluded.entries,
            inside = c.inside + excluded.inside, rejected = c.rejected + excluded.rejected, last_at = greatest(c.last_at, excluded.last_at)
        ), guessed AS (
          INSERT INTO guess_failures AS f (merchant_id, livemode, subject, hour, failures, failures_max)
          SELECT merchant_id, livemode, guess_subject, guess_minute, count(*), min(guesses_max) FROM written WHERE guess_subject IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
          ON CONFLICT (merchant_id, livemode, subject, hour) DO UPDATE SET failures = f.failures + excluded.failures
        ), announced AS (
          ${announcement({ source: 'written', entity: 'entity', facts: 's.facts' })}
        )
        SELECT g.id, l.id IS NOT NULL AS written, refuse_when(c.key IS NOT NULL AND l.id IS NULL, 'an idempotency key was taken without its scan') AS consistent
        FROM given g LEFT JOIN logged l ON l.merchant_id = g.merchant_id AND l.livemode = g.livemode AND l.event_id = g.event_id AND l.id = g.id
        LEFT JOIN claimed c ON c.merchant_id = g.merchant_id AND c.livemode = g.livemode AND c.key = g.idempotency_key`,
});

const existing = statement({
  name: 'scans.existing',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', event_ids: 'text[]', ids: 'text[]' },
  row: { id: 'text' },
  sql: `SELECT s.id FROM unnest(:merchant_ids::text[], :livemodes::bool[], :event_ids::text[], :ids::text[]) AS g(merchant_id, livemode, event_id, id)
        JOIN scans s ON s.merchant_id = g.merchant_id AND s.livemode = g.livemode AND s.event_id = g.event_id AND s.id = g.id`,
});

/** By how much a scan changes one of the doors' figures. */
export type CounterStep = {
  readonly dimension: 'gate' | 'type' | 'minute';
  readonly name: string;
  readonly tickets: number;
  readonly entries: number;
  readonly inside: number;
  readonly rejected: number;
};

type Columns = {
  readonly [
    Column in Exclude<keyof typeof SCAN | keyof typeof MOVE, 'merchant_id' | 'livemode' | 'id' | 'event_id'>
  ]: Json;
};

/** A scan as it is written, with all that it brings about. */
export type ScanRecord = {
  readonly tenant: Tenant;
  readonly eventId: string;
  readonly id: string;
  readonly columns: Columns;
  /** What its facts are about: the ticket, or the scan itself where there is none. */
  readonly entity: string;
  readonly facts: readonly Fact[];
  readonly counters: readonly CounterStep[];
  /** The count of wrong typed codes that it adds to, if it is one. */
  readonly guess: { readonly subject: string; readonly minute: string; readonly max: number } | null;
  /** The request's Idempotency-Key with what it is answered. */
  readonly kept: KeptScan | null;
};

export type KeptScan = {
  readonly key: string;
  readonly hash: Buffer;
  readonly answer: Buffer;
  readonly at: Date;
};

/** Writes scans; tells for each whether it was: not where its ticket has moved on since it was read, nor where its nonce or its request's key is taken. */
export async function recordScans(
  runner: Runner,
  records: readonly ScanRecord[],
): Promise<readonly boolean[]> {
  const given = records.map(
    ({ tenant, eventId, id, columns, entity, facts, counters, guess, kept }, place) => ({
      place,
      merchant_id: tenant.merchantId,
      livemode: tenant.livemode,
      event_id: eventId,
      id,
      entity,
      facts,
      counters,
      guess_subject: guess?.subject ?? null,
      guess_minute: guess?.minute ?? null,
      guesses_max: guess?.max ?? null,
      idempotency_key: kept?.key ?? null,
      request_hash: kept && hex(kept.hash),
      answer: kept && hex(kept.answer),
      answered_at: kept && kept.at.toISOString(),
      ...columns,
    }),
  );
  const rows = await runner.run(record, { given });
  const written = new Set(rows.filter((row) => row.written).map(({ id }) => id));
  return records.map(({ id }) => written.has(id));
}

/** Which of them are there: true, or null where they are not. */
export async function settledScans(
  runner: Runner,
  records: readonly ScanRecord[],
): Promise<readonly (true | null)[]> {
  const rows = await runner.run(existing, {
    merchant_ids: records.map(({ tenant }) => tenant.merchantId),
    livemodes: records.map(({ tenant }) => tenant.livemode),
    event_ids: records.map(({ eventId }) => eventId),
    ids: records.map(({ id }) => id),
  });
  const there = new Set(rows.map(({ id }) => id));
  return records.map(({ id }) => there.has(id) || null);
}

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
