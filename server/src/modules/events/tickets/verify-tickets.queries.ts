import { check, statement, type DatabaseReport, type Runner, type ValuesOf } from '../../../store/index.ts';
import { TICKET, TICKET_COLUMNS, TICKET_JOINS } from './tickets.queries.ts';

const WHICH = (id: string, table: string): string =>
  `${id} || ' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;

/** What must hold of tickets and their keys at every moment. */
export const ticketChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.eventsSignWithOneKey',
    `SELECT ${WHICH('k.event_id', 'k')} || ': ' || count(*) FILTER (WHERE k.retired_at IS NULL AND k.revoked_at IS NULL) || ' keys sign' FROM event_keys k GROUP BY k.merchant_id, k.livemode, k.event_id
     HAVING count(*) FILTER (WHERE k.retired_at IS NULL AND k.revoked_at IS NULL) <> 1`,
  ),
  check(
    'verify.ticketStatusesFitTheirTimes',
    `SELECT ${WHICH('t.id', 't')} || ' is ' || t.status FROM tickets t WHERE (t.status = 'void') <> (t.voided_at IS NOT NULL) OR t.status = 'used' AND t.used_at IS NULL OR t.status = 'valid' AND t.used_at IS NOT NULL`,
  ),
  check(
    'verify.ticketsHandedOnHaveTheirLink',
    `SELECT ${WHICH('t.id', 't')} || ': epoch ' || t.epoch FROM tickets t WHERE (t.epoch > 0) <> (t.link_token IS NOT NULL)`,
  ),
]);

const SAMPLED = { ...TICKET, signing_kid: 'int4', public_key: 'bytea', private_key: 'bytea' } as const;

/** One ticket of each of so many events, with the key that signs it. */
const sample = statement({
  name: 'verify.sampleTickets',
  params: { events_max: 'int4' },
  row: SAMPLED,
  sql: `SELECT ${TICKET_COLUMNS}, s.kid AS signing_kid, s.public_key, s.private_key
        FROM (SELECT * FROM event_keys WHERE retired_at IS NULL AND revoked_at IS NULL ORDER BY created_at DESC LIMIT :events_max) s
        CROSS JOIN LATERAL (SELECT * FROM tickets x WHERE x.merchant_id = s.merchant_id AND x.livemode = s.livemode AND x.event_id = s.event_id ORDER BY x.issued_at DESC LIMIT 1) t ${TICKET_JOINS}`,
});

export type SampledTicket = ValuesOf<typeof SAMPLED>;

export async function sampleTickets(runner: Runner, eventsMax: number): Promise<readonly SampledTicket[]> {
  return runner.run(sample, { events_max: eventsMax });
}
