import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { OccasionRow } from './sheets.queries.ts';

/** An event, and the order of whoever puts it in a calendar. */
export type CalendarEntry = Pick<
  OccasionRow,
  | 'event_id'
  | 'event_name'
  | 'event_status'
  | 'event_version'
  | 'event_updated_at'
  | 'start_date'
  | 'end_date'
  | 'venue'
  | 'address'
  | 'store_name'
> & { readonly order_number: string | null };

/** An event as iCalendar: taken in again after the event has changed, the entry replaces itself. */
export function writeCalendar(occasion: CalendarEntry): string {
  const cancelled = occasion.event_status === 'cancelled';
  const calendar = ical({
    prodId: { company: 'Cottontree', product: 'Tickets' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${occasion.event_id}@cottontree`,
    sequence: occasion.event_version,
    stamp: occasion.event_updated_at,
    lastModified: occasion.event_updated_at,
    start: occasion.start_date,
    end: occasion.end_date,
    summary: occasion.event_name,
    location: [occasion.venue, occasion.address].filter((part) => part !== null).join(', ') || null,
    description: `Sold by ${occasion.store_name}.${occasion.order_number === null ? '' : ` Order ${occasion.order_number}.`}`,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
