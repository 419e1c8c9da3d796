import { createHash } from 'node:crypto';
import {
  formatOptionalTime,
  formatTime,
  toMajor,
  type Currency,
  type Event,
  type TicketPool,
  type TicketType,
} from '@cottontree/contract';
import { remainingOf, type EventState, type PoolState, type TicketTypeState } from './event-state.ts';

type Place = { readonly publicUrl: string };

/** An event as its merchant sees it. */
export function presentEvent(event: EventState, place: Place): Event {
  return {
    id: event.id,
    name: event.name,
    description: event.description,
    venue: event.venue,
    address: event.address,
    start_date: formatTime(event.startDate),
    end_date: formatTime(event.endDate),
    status: event.status,
    ticket_types: event.types.map((type) => presentTicketType(type, event.currency)),
    total_tickets_sold: sumOf(event.types, 'sold'),
    created_at: formatTime(event.createdAt),
    updated_at: formatTime(event.updatedAt),
    timezone: event.timeZone,
    currency: event.currency,
    livemode: event.livemode,
    tickets_held: sumOf(event.types, 'held'),
    capacity: event.capacity,
    max_tickets_per_order: event.maxTicketsPerOrder,
    sales_start: formatOptionalTime(event.salesStart),
    sales_end: formatOptionalTime(event.salesEnd),
    doors_open: formatOptionalTime(event.doorsOpen),
    image_url: imageUrlOf(event, place),
    public_url: publicUrlOf(event.id, place),
    refund_policy: event.refundPolicy,
    hold_minutes: event.holdMinutes,
    re_entry: event.reEntry,
    scan_policy: event.scanPolicy,
    metadata: { ...event.metadata },
    attendees_to_notify: event.attendeesToNotify,
    pools: event.pools.map((pool) => presentPool(pool, event.types)),
    published_at: formatOptionalTime(event.publishedAt),
    cancelled_at: formatOptionalTime(event.cancelledAt),
    cancel_reason: event.cancelReason,
  };
}

/** Where the cover is: one that was uploaded lies here. */
export function imageUrlOf({ imageUrl }: Pick<EventState, 'imageUrl'>, { publicUrl }: Place): string | null {
  return imageUrl?.startsWith('/') ? `${publicUrl}${imageUrl}` : imageUrl;
}

/** Where anybody buys tickets. */
export function publicUrlOf(eventId: string, { publicUrl }: Place): string {
  return `${publicUrl}/e/${eventId}`;
}

export function presentTicketType(type: TicketTypeState, currency: Currency): TicketType {
  return {
    id: type.id,
    name: type.name,
    price: toMajor(type.price, currency),
    quantity_available: type.capacity,
    quantity_sold: type.sold,
    quantity_held: type.held,
    quantity_remaining: remainingOf(type),
    description: type.description,
    currency,
    status: type.status,
    sales_start: formatOptionalTime(type.salesStart),
    sales_end: formatOptionalTime(type.salesEnd),
    min_per_order: type.minPerOrder,
    max_per_order: type.maxPerOrder,
    pool_ids: [...type.poolIds],
    kind: type.kind,
    min_price: type.minPrice === null ? null : toMajor(type.minPrice, currency),
    valid_from: formatOptionalTime(type.validFrom),
    valid_until: formatOptionalTime(type.validUntil),
    admits: type.admits,
    gates: type.gates && [...type.gates],
    door_note: type.doorNote,
    position: type.position,
  };
}

export function presentPool(pool: PoolState, types: readonly TicketTypeState[]): TicketPool {
  const { id, name, capacity, sold, held } = pool;
  return {
    id,
    name,
    capacity,
    quantity_sold: sold,
    quantity_held: held,
    quantity_remaining: remainingOf(pool),
    ticket_type_ids: types.filter(({ poolIds }) => poolIds.includes(id)).map((type) => type.id),
  };
}

/** Names what was read of an event: its version, which changes name, and how it sold, which they do not. */
export function versionOf({ version, held, sold, types, pools }: EventState): string {
  const stock = [{ held, sold }, ...types, ...pools].map((one) => `${one.held}.${one.sold}`).join(' ');
  return `${version}-${createHash('sha256').update(stock).digest('base64url').slice(0, 12)}`;
}

function sumOf(types: readonly TicketTypeState[], what: 'sold' | 'held'): number {
  return types.reduce((sum, type) => sum + type[what], 0);
}
