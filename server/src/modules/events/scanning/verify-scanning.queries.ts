import { check, type DatabaseReport } from '../../../store/index.ts';

const whose = (table: string): string =>
  `' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const SAME_TICKET = 'a.merchant_id = t.merchant_id AND a.livemode = t.livemode AND a.ticket_id = t.id';
/** Admissions of a ticket that were not undone. */
const ADMITTED = `SELECT s.merchant_id, s.livemode, s.event_id, s.id, s.ticket_id, s.ticket_type_id, s.gate, s.scanned_at FROM scans s WHERE s.result = 'admitted' AND s.ticket_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM scans u WHERE u.merchant_id = s.merchant_id AND u.livemode = s.livemode AND u.event_id = s.event_id AND u.undoes = s.id)`;
const COUNTED = `SELECT merchant_id, livemode, event_id, name, sum(tickets) AS tickets, sum(entries) AS entries, sum(inside) AS inside, sum(rejected) AS rejected FROM scan_counters`;

/** What must hold between the log of the doors, the admissions, the tickets and the figures. */
export const scanningChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.usedMeansAdmitted',
    `SELECT t.id || ${whose('t')} || ' is ' || t.status || ' with ' || coalesce(a.entries, 0) || ' admissions' FROM tickets t LEFT JOIN admissions a ON ${SAME_TICKET}
     WHERE (t.status = 'used' AND coalesce(a.entries, 0) = 0) OR (t.status = 'valid' AND a.entries > 0)`,
  ),
  check(
    'verify.admissionsAreInTheLog',
    `SELECT coalesce(a.ticket_id, l.ticket_id) || ${whose('k')} || ' has ' || coalesce(a.entries, 0) || ' admissions, ' || coalesce(l.entries, 0) || ' in the log'
     FROM (SELECT merchant_id, livemode, ticket_id FROM admissions UNION SELECT merchant_id, livemode, ticket_id FROM scans WHERE result = 'admitted' AND ticket_id IS NOT NULL) k
     LEFT JOIN admissions a USING (merchant_id, livemode, ticket_id)
     LEFT JOIN (SELECT merchant_id, livemode, ticket_id, count(*) AS entries FROM (${ADMITTED}) s GROUP BY 1, 2, 3) l USING (merchant_id, livemode, ticket_id)
     WHERE coalesce(a.entries, 0) <> coalesce(l.entries, 0)`,
  ),
  check(
    'verify.firstAdmissionIsTheEarliest',
    `SELECT a.ticket_id || ${whose('a')} || ' was first admitted at ' || a.first_at || ', the log says ' || l.first_at
     FROM admissions a JOIN (SELECT merchant_id, livemode, ticket_id, min(scanned_at) AS first_at FROM (${ADMITTED}) s GROUP BY 1, 2, 3) l USING (merchant_id, livemode, ticket_id) WHERE a.first_at IS DISTINCT FROM l.first_at`,
  ),
  check(
    'verify.doorsCountTickets',
    `SELECT coalesce(c.name, l.name) || ' of ' || coalesce(c.event_id, l.event_id) || ': ' || coalesce(c.tickets, 0) || ' tickets and ' || coalesce(c.inside, 0) || ' persons inside are counted, ' || coalesce(l.tickets, 0) || ' and ' || coalesce(l.inside, 0) || ' are so'
     FROM (${COUNTED} WHERE dimension = 'type' AND name <> '' GROUP BY 1, 2, 3, 4) c
     FULL JOIN (SELECT a.merchant_id, a.livemode, a.event_id, t.ticket_type_id AS name, count(*) FILTER (WHERE a.entries > 0) AS tickets, sum(a.inside) AS inside
                FROM admissions a JOIN tickets t ON ${SAME_TICKET} GROUP BY 1, 2, 3, 4) l USING (merchant_id, livemode, event_id, name)
     WHERE coalesce(c.tickets, 0) <> coalesce(l.tickets, 0) OR coalesce(c.inside, 0) <> coalesce(l.inside, 0)`,
  ),
  check(
    'verify.gatesCountTheLog',
    `SELECT 'gate ' || coalesce(c.name, l.name) || ' of ' || coalesce(c.event_id, l.event_id) || ': ' || coalesce(c.entries, 0) || ' admissions and ' || coalesce(c.rejected, 0) || ' refusals are counted, ' || coalesce(l.entries, 0) || ' and ' || coalesce(l.rejected, 0) || ' are in the log'
     FROM (${COUNTED} WHERE dimension = 'gate' GROUP BY 1, 2, 3, 4) c
     FULL JOIN (
       SELECT merchant_id, livemode, event_id, name, sum(entries) AS entries, sum(rejected) AS rejected FROM (
         SELECT merchant_id, livemode, event_id, coalesce(gate, '') AS name, 1 AS entries, 0 AS rejected FROM (${ADMITTED}) s
         UNION ALL SELECT merchant_id, livemode, event_id, coalesce(gate, ''), 0, 1 FROM scans WHERE result = 'rejected'
       ) s GROUP BY 1, 2, 3, 4
     ) l USING (merchant_id, livemode, event_id, name)
     WHERE coalesce(c.entries, 0) <> coalesce(l.entries, 0) OR coalesce(c.rejected, 0) <> coalesce(l.rejected, 0)`,
  ),
]);
