import type pg from 'pg';
import type { StandingTicket } from './admission.ts';

/** The tickets of an event as they stand at its doors now. */
export async function standingTickets(
  database: pg.Client,
  eventId: string,
): Promise<readonly StandingTicket[]> {
  const { rows } = await database.query<StandingTicket>(
    `SELECT t.merchant_id AS "merchantId", t.event_id AS "eventId", t.ticket_type_id AS "typeId", t.id, t.version, t.sequence, coalesce(a.entries, 0) AS entries
     FROM tickets t LEFT JOIN admissions a ON a.merchant_id = t.merchant_id AND a.livemode = t.livemode AND a.ticket_id = t.id WHERE t.event_id = $1`,
    [eventId],
  );
  return rows;
}
