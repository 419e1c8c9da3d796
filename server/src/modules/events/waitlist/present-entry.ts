import { formatOptionalTime, formatTime, type WaitlistEntry } from '@cottontree/contract';
import type { EntryRow } from './waitlist.queries.ts';

export function presentEntry(row: EntryRow): WaitlistEntry {
  return {
    id: row.id,
    event_id: row.event_id,
    ticket_type_id: row.ticket_type_id,
    quantity: row.quantity,
    name: row.name,
    phone: row.phone,
    email: row.email,
    status: row.status,
    order_id: row.order_id,
    offered_at: formatOptionalTime(row.offered_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    livemode: row.livemode,
  };
}
