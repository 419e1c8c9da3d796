import { check, type DatabaseReport } from '../../store/index.ts';

const WHICH = (id: string, table: string): string =>
  `${id} || ' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;
const OF_EVENT = (left: string, right: string): string =>
  `${KEY(left, right)} AND ${left}.event_id = ${right}.event_id`;

/** What must have a counter, and whether that is open. */
const COUNTED = `SELECT merchant_id, livemode, id AS event_id, id, 'event' AS kind, status = 'published' AS open FROM events
  UNION ALL SELECT merchant_id, livemode, event_id, id, 'type', status IN ('active', 'hidden') FROM ticket_types
  UNION ALL SELECT merchant_id, livemode, event_id, id, 'pool', true FROM ticket_pools`;
/** Young by the wall clock and by the event's own, which a test clock can part. */
const YOUNG = (column: string): string =>
  `${column} BETWEEN now() - interval '1 day' AND now() + interval '1 minute'`;

/** What must hold of events at every moment. */
export const eventChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.everythingSoldHasItsCounter',
    `SELECT ${WHICH('x.id', 'x')} || CASE WHEN c.id IS NULL THEN ' has no counter' ELSE ': its counter is of the kind ' || c.kind || ' and ' || CASE WHEN c.open THEN 'open' ELSE 'closed' END END
     FROM (${COUNTED}) AS x LEFT JOIN capacity_counters c ON ${OF_EVENT('c', 'x')} AND c.id = x.id WHERE c.id IS NULL OR c.kind <> x.kind OR c.open <> x.open`,
  ),
  check(
    'verify.ticketTypesTakeFromTheirEvent',
    `SELECT ${WHICH('t.id', 't')} || ' takes nothing from ' || n.counter_id FROM ticket_types t, LATERAL (VALUES (t.id), (t.event_id)) AS n (counter_id)
     WHERE NOT EXISTS (SELECT FROM ticket_type_counters l WHERE ${OF_EVENT('l', 't')} AND l.ticket_type_id = t.id AND l.counter_id = n.counter_id)`,
  ),
  check(
    'verify.ticketTypesAddUpToPoolsAndEvents',
    `SELECT ${WHICH('c.id', 'c')} || ' counts ' || c.held || ' held and ' || c.sold || ' sold, its ticket types ' || coalesce(s.held, 0) || ' and ' || coalesce(s.sold, 0) FROM capacity_counters c
     LEFT JOIN (SELECT l.merchant_id, l.livemode, l.event_id, l.counter_id, sum(k.held) AS held, sum(k.sold) AS sold FROM ticket_type_counters l
       JOIN capacity_counters k ON ${OF_EVENT('k', 'l')} AND k.id = l.ticket_type_id GROUP BY 1, 2, 3, 4) AS s ON ${OF_EVENT('s', 'c')} AND s.counter_id = c.id
     WHERE c.held <> coalesce(s.held, 0) OR c.sold <> coalesce(s.sold, 0)`,
  ),
  check(
    'verify.cancelledEventsAreUndone',
    `SELECT ${WHICH('e.id', 'e')} || CASE WHEN k.event_id IS NULL THEN ' is cancelled and nothing undoes it' ELSE ' is undone and ' || o.id || ' is still ' || o.status END FROM events e
     LEFT JOIN event_cancellations k ON ${KEY('k', 'e')} AND k.event_id = e.id
     LEFT JOIN ticket_orders o ON ${KEY('o', 'e')} AND o.event_id = e.id AND o.status IN ('held', 'awaiting_payment', 'paid', 'partially_refunded') AND k.finished_at IS NOT NULL
     WHERE e.status = 'cancelled' AND (k.event_id IS NULL OR o.id IS NOT NULL)`,
  ),
  check(
    'verify.everyChangeOfAnEventIsTold',
    `WITH told AS MATERIALIZED (
       SELECT merchant_id, livemode, split_part(dedup_key, ':', 3) AS entity, split_part(dedup_key, ':', 2) AS sequence FROM webhook_dedup WHERE dedup_key LIKE 'event.%'
       UNION ALL SELECT merchant_id, livemode, entity, sequence::text FROM outbox WHERE kind LIKE 'event.%'
     )
     SELECT ${WHICH('e.id', 'e')} || ': nobody was told of its change ' || e.sequence FROM events e
     WHERE ${YOUNG('e.created_at')} AND ${YOUNG('e.updated_at')} AND NOT EXISTS (SELECT FROM told t WHERE ${KEY('t', 'e')} AND t.entity = e.id AND t.sequence = e.sequence::text)`,
  ),
]);
