import { formatTicketCode, type ScannedTicket } from '@cottontree/contract';
import type { FoundScan } from './look-up.queries.ts';

/** A ticket as a door sees it; null where it is none of the event. */
export function presentScannedTicket(found: FoundScan, eventId: string): ScannedTicket | null {
  const { ticket_id: id, human_code: code, ticket_type_id, type_name } = found;
  if (
    id === null ||
    code === null ||
    ticket_type_id === null ||
    type_name === null ||
    found.ticket_event_id !== eventId
  )
    return null;
  return {
    id,
    code: formatTicketCode(code),
    holder_name: found.holder_name,
    ticket_type_id,
    ticket_type_name: type_name,
    order_number: found.order_number,
    seat: found.seat,
    admits: found.admits ?? 1,
    notes: found.ticket_status === 'blocked' || found.ticket_status === 'void' ? found.reason : null,
  };
}
