import { check, type DatabaseReport } from '../../store/index.ts';

/** What must hold of sessions at every moment; a use is noted to the minute. */
export const accountChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.sessionsEndInTime',
    `SELECT s.id || ' of ' || s.subject_id || ' opens until ' || s.expires_at FROM sessions s
     WHERE s.ended_at IS NULL AND s.expires_at > CASE s.kind
       WHEN 'operator' THEN least(s.last_seen_at + interval '12 hours 1 minute', s.created_at + interval '7 days')
       WHEN 'member' THEN least(s.last_seen_at + interval '12 hours 1 minute', s.created_at + interval '30 days')
       ELSE s.last_seen_at + interval '30 days 1 minute' END`,
  ),
  check(
    'verify.everySessionIsSomebodys',
    `SELECT s.id || ' is that of ' || s.subject_id || ', who is not there' FROM sessions s
     WHERE NOT EXISTS (SELECT FROM users u WHERE s.kind = 'operator' AND u.id = s.subject_id) AND NOT EXISTS (SELECT FROM drivers d WHERE s.kind = 'driver' AND d.id = s.subject_id)
       AND NOT EXISTS (SELECT FROM people p WHERE s.kind = 'member' AND p.id = s.subject_id)`,
  ),
]);
