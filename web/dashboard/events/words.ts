import { distanceText } from '../../kit/format/time.ts';
import type { EventData, OrderData } from './event-data.ts';
import { clockText, longMomentText } from './local-time.ts';
import { eventTexts as t } from './texts.ts';

/** How many tickets there can be: of all types, and not more than the event has room for. */
export function roomOf({ ticket_types, capacity }: Pick<EventData, 'ticket_types' | 'capacity'>): number {
  const offered = ticket_types
    .filter(({ status }) => status !== 'archived')
    .reduce((sum, { quantity_available }) => sum + quantity_available, 0);
  return capacity === null ? offered : Math.min(capacity, offered);
}

/** When and where, and how long until then. */
export function leadOf(event: EventData): string {
  const { start_date, end_date, timezone, venue, status } = event;
  const begins = longMomentText(start_date, timezone);
  const isOneDay = Date.parse(end_date) - Date.parse(start_date) < 20 * 3_600_000;
  const ends = isOneDay ? clockText(end_date, timezone) : longMomentText(end_date, timezone);
  const ahead = status === 'draft' || status === 'published';
  const distance = ahead && Date.parse(start_date) > Date.now() ? t.inDays(distanceText(start_date)) : '';
  return `${t.lead(t.until(begins, ends), venue ?? t.noVenue)}${distance}`;
}

/** Where an order was made, in words. */
export function channelText(channel: OrderData['channel']): string {
  return { web: t.channelWeb, pos: t.channelPos, door: t.channelDoor, api: t.channelApi }[channel];
}

/** Whom an order is for, in the fewest words; null where nobody is known. */
export function buyerOf({ buyer }: Pick<OrderData, 'buyer'>): string | null {
  return buyer.name ?? buyer.phone ?? buyer.email;
}

/** `2 VIP, 1 Standard`. */
export function ticketsText({ items }: Pick<OrderData, 'items'>): string {
  return items.map(({ quantity, ticket_type_name }) => `${quantity} ${ticket_type_name}`).join(', ');
}
