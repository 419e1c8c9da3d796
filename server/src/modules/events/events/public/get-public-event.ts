import {
  formatOptionalTime,
  formatTime,
  remainingShownMax,
  toMajor,
  type Input,
  type Operations,
  type PublicEvent,
  type PublicTicketType,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import { eventNotFound } from '../event-not-found.ts';
import { remainingOf, type EventState, type TicketTypeState } from '../event-state.ts';
import { imageUrlOf, publicUrlOf } from '../present-event.ts';
import type { Events } from '../../module.ts';
import type { Snapshot } from './snapshots.ts';

/** Reads a published event of the key's merchant and mode. */
export async function getPublicEvent(
  { params }: Input<Operations['getPublicEvent']>,
  call: Call,
  module: Events,
): Promise<Reply<PublicEvent>> {
  const found = await findPublicEvent(module, params.id);
  const { merchantId, livemode } = call.tenant;
  if (
    found?.tenant.merchantId !== merchantId ||
    found.tenant.livemode !== livemode ||
    found.event.status !== 'published'
  )
    throw eventNotFound(params.id);
  return reply(found.event);
}

type FoundEvent = { readonly tenant: Tenant; readonly event: PublicEvent };

/** An event that was published, of whatever merchant, at most a second old; null where there is none. One that is over or cancelled says so by its status. */
export async function findPublicEvent(module: Events, eventId: string): Promise<FoundEvent | null> {
  const snapshot = await module.snapshots.find(eventId);
  if (!snapshot) return null;
  const now = snapshot.clock ?? module.world.now();
  return {
    tenant: snapshot.tenant,
    event: presentPublicEvent(snapshot, { now, publicUrl: module.settings.publicUrl }),
  };
}

type Shown = { readonly now: Date; readonly publicUrl: string };

/** An event as buyers see it: nothing of what it sold but how little is left. */
export function presentPublicEvent(
  { event, organizer, obtainable }: Snapshot,
  { now, publicUrl }: Shown,
): PublicEvent {
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
    obtainable,
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
