import {
  formatOptionalTime,
  formatTime,
  remainingShownMax,
  toMajor,
  type PublicEvent,
  type PublicTicketType,
} from '@cottontree/contract';
import { remainingOf, type EventState, type TicketTypeState } from '../event-state.ts';
import { imageUrlOf, publicUrlOf } from '../present-event.ts';
import type { Snapshot } from './public-events.queries.ts';

type Shown = { readonly now: Date; readonly publicUrl: string };

/** An event as buyers see it: nothing of what it sold but how little is left. */
export function presentPublicEvent({ event, organizer }: Snapshot, { now, publicUrl }: Shown): PublicEvent {
  return {
    id: event.id,
    name: event.name,
    description: event.description,
    organizer,
    venue: event.venue,
    address: event.address,
    start_date: formatTime(event.startDate),
    end_date: formatTime(event.endDate),
    timezone: event.timeZone,
    status: event.status,
    currency: event.currency,
    max_tickets_per_order: event.maxTicketsPerOrder,
    hold_minutes: event.holdMinutes,
    sales_start: formatOptionalTime(event.salesStart),
    sales_end: formatOptionalTime(event.salesEnd),
    doors_open: formatOptionalTime(event.doorsOpen),
    image_url: imageUrlOf(event, { publicUrl }),
    refund_policy: event.refundPolicy,
    public_url: publicUrlOf(event.id, { publicUrl }),
    livemode: event.livemode,
    ticket_types: event.types
      .filter(({ status }) => status === 'active' || status === 'paused')
      .map((type) => presentType(type, event, now)),
  };
}

function presentType(type: TicketTypeState, event: EventState, now: Date): PublicTicketType {
  const left = roomFor(type, event);
  return {
    id: type.id,
    name: type.name,
    description: type.description,
    kind: type.kind,
    price: toMajor(type.price, event.currency),
    min_price: type.minPrice === null ? null : toMajor(type.minPrice, event.currency),
    currency: event.currency,
    remaining: left <= remainingShownMax ? left : 'available',
    on_sale:
      event.status === 'published' && type.status === 'active' && isWithin(event, now) && isWithin(type, now),
    sales_start: formatOptionalTime(type.salesStart),
    sales_end: formatOptionalTime(type.salesEnd),
    min_per_order: type.minPerOrder,
    max_per_order: Math.min(type.maxPerOrder ?? event.maxTicketsPerOrder, event.maxTicketsPerOrder),
    admits: type.admits,
  };
}

/** How many more of a type there is room for: in itself, in each of its pools, and in the event. */
function roomFor(type: TicketTypeState, event: EventState): number {
  const pools = event.pools.filter(({ id }) => type.poolIds.includes(id)).map(remainingOf);
  const whole = event.capacity === null ? [] : [remainingOf({ ...event, capacity: event.capacity })];
  return Math.min(remainingOf(type), ...pools, ...whole);
}

function isWithin(
  { salesStart, salesEnd }: Pick<TicketTypeState, 'salesStart' | 'salesEnd'>,
  now: Date,
): boolean {
  return (salesStart === null || now >= salesStart) && (salesEnd === null || now < salesEnd);
}
