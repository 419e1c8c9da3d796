import {
  currencyDefault,
  idRandomBytes,
  isCurrency,
  makeId,
  scanPolicyDefault,
  toMajor,
  type Currency,
  type UpdateEventBody,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import type { EventState } from './event-state.ts';
import { imageUrlOf } from './present-event.ts';
import {
  readCurrency,
  readMoment,
  readPrice,
  readText,
  readZoneName,
  refuseBackwards,
} from './read-fields.ts';
import { applyTicketTypes } from './ticket-types/apply-ticket-types.ts';

export type EventFields = Omit<
  UpdateEventBody,
  'status' | 'cancel_reason' | 'attendees_to_notify' | 'tell_attendees'
>;
type Reading = { readonly call: Call; readonly module: Pick<Context, 'world' | 'settings'> };
type Moment = 'sales_start' | 'sales_end' | 'doors_open';

const METADATA_BYTES_MAX = 8_192;

/** An event with the fields given; the others stay. Its status is not read here. */
export function readEvent(body: EventFields, now: EventState, { call, module }: Reading): EventState {
  const currency = readCurrency(body.currency, now.currency);
  const moment = (path: Moment, value: Date | null): Date | null =>
    readMoment(body[path], { path, call, now: value });
  const read: EventState = {
    ...now,
    name: body.name ?? now.name,
    description: readText(body.description, now.description),
    venue: readText(body.venue, now.venue),
    address: readText(body.address, now.address),
    startDate:
      body.start_date === undefined ? now.startDate : readTime(body.start_date, { path: 'start_date', call }),
    endDate: body.end_date === undefined ? now.endDate : readTime(body.end_date, { path: 'end_date', call }),
    timeZone: readZoneName(body.timezone, now.timeZone),
    currency,
    capacity: body.capacity === undefined ? now.capacity : body.capacity,
    maxTicketsPerOrder: body.max_tickets_per_order ?? now.maxTicketsPerOrder,
    holdMinutes: body.hold_minutes ?? now.holdMinutes,
    salesStart: moment('sales_start', now.salesStart),
    salesEnd: moment('sales_end', now.salesEnd),
    doorsOpen: moment('doors_open', now.doorsOpen),
    imageUrl: readImageUrl(body.image_url, now, module),
    refundPolicy: readText(body.refund_policy, now.refundPolicy),
    reEntry: body.re_entry ?? now.reEntry,
    scanPolicy: { ...now.scanPolicy, ...body.scan_policy },
    metadata: body.metadata === undefined ? now.metadata : readMetadata(body.metadata),
    types:
      currency === now.currency
        ? now.types
        : now.types.map((type, index) =>
            inCurrency(type, { from: now.currency, to: currency, path: `ticket_types[${index}]` }),
          ),
  };
  refuseBackwards(read.startDate, read.endDate, { from: 'start_date', to: 'end_date' });
  refuseLateDoors(read, now);
  refuseBackwards(read.salesStart, read.salesEnd, { from: 'sales_start', to: 'sales_end' });
  return body.ticket_types === undefined
    ? read
    : applyTicketTypes(read, body.ticket_types, { call, module, path: (index) => `ticket_types[${index}]` });
}

/** Refuses doors that open when all is over; an event that has such from before may change in other ways. */
function refuseLateDoors({ doorsOpen, endDate }: EventState, now: EventState): void {
  const isAsBefore = doorsOpen?.getTime() === now.doorsOpen?.getTime() && +endDate === +now.endDate;
  if (isAsBefore || doorsOpen === null || doorsOpen < endDate) return;
  throw invalid({
    path: 'doors_open',
    message: `must be earlier than end_date, which is ${endDate.toISOString()}`,
  });
}

/** A new event's state before anything of it was given: a draft of version 0. */
export function blankEvent({ call, module }: Reading): EventState {
  const { merchant } = call.caller;
  const { now } = call;
  return {
    id: makeId('evt_', now.getTime(), module.world.randomBytes(idRandomBytes)),
    livemode: call.tenant.livemode,
    version: 0,
    sequence: 0,
    status: 'draft',
    name: '',
    description: null,
    venue: null,
    address: null,
    startDate: now,
    endDate: now,
    timeZone: merchant.timeZone,
    currency: isCurrency(merchant.currency) ? merchant.currency : currencyDefault,
    maxTicketsPerOrder: 10,
    holdMinutes: 10,
    salesStart: null,
    salesEnd: null,
    doorsOpen: null,
    imageUrl: null,
    refundPolicy: null,
    reEntry: 'none',
    scanPolicy: scanPolicyDefault,
    metadata: {},
    attendeesToNotify: false,
    publishedAt: null,
    cancelledAt: null,
    cancelReason: null,
    createdAt: now,
    updatedAt: now,
    capacity: null,
    held: 0,
    sold: 0,
    types: [],
    nextTypeIndex: 0,
    pools: [],
  };
}

type Priced = EventState['types'][number];

/** The same figure in another currency, where that has the decimals for it. */
function inCurrency(
  type: Priced,
  { from, to, path }: { readonly from: Currency; readonly to: Currency; readonly path: string },
): Priced {
  const again = (minor: bigint, field: string): bigint =>
    readPrice(toMajor(minor, from), { path: `${path}.${field}`, currency: to });
  return {
    ...type,
    price: again(type.price, 'price'),
    minPrice: type.minPrice === null ? null : again(type.minPrice, 'min_price'),
  };
}

function readMetadata(metadata: NonNullable<EventFields['metadata']>): EventState['metadata'] {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_BYTES_MAX) return metadata;
  throw invalid({ path: 'metadata', message: `must take at most ${METADATA_BYTES_MAX} bytes as JSON` });
}

/** A cover that was uploaded may be sent back as it was read. */
function readImageUrl(
  url: string | null | undefined,
  now: EventState,
  { settings }: Pick<Context, 'settings'>,
): string | null {
  if (url === undefined || url === imageUrlOf(now, settings)) return now.imageUrl;
  if (url === null || url.startsWith('https://')) return url;
  throw invalid({
    path: 'image_url',
    message: 'must be an address that begins with https://, or the one that was read',
  });
}
