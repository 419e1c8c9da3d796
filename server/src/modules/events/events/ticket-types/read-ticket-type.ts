import { makeId, idRandomBytes, ticketTypeReadOnly, type TicketTypeItem } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import type { Context } from '../../../../kernel/call/context.ts';
import { invalid } from '../../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { poolNotFound } from '../event-not-found.ts';
import type { EventState, TicketTypeState } from '../event-state.ts';
import { presentTicketType } from '../present-event.ts';
import { readMoment, readPrice, readText, refuseBackwards } from '../read-fields.ts';

/** Where a ticket type stands in the request, and the event that it belongs to. */
export type TypeReading = { readonly call: Call; readonly event: EventState; readonly path: string };

type Fields = Pick<TicketTypeItem, Exclude<keyof TicketTypeItem, 'id'>>;

const TYPE_INDEX_MAX = 65_535;

/** A ticket type with the fields given; the others stay. */
export function readTicketType(body: Fields, now: TicketTypeState, reading: TypeReading): TicketTypeState {
  const { call, event, path } = reading;
  refuseReadOnlyIn(body, presentTicketType(now, event.currency), path);
  const at = (field: string): string => (path ? `${path}.${field}` : field);
  const moment = (
    field: 'sales_start' | 'sales_end' | 'valid_from' | 'valid_until',
    value: Date | null,
  ): Date | null => readMoment(body[field], { path: at(field), call, now: value });
  const amount = (field: 'price' | 'min_price', value: bigint | null): bigint | null => {
    const given = body[field];
    return given === undefined
      ? value
      : given === null
        ? null
        : readPrice(given, { path: at(field), currency: event.currency });
  };
  const read: TicketTypeState = {
    ...now,
    status: body.status ?? now.status,
    name: body.name ?? now.name,
    description: readText(body.description, now.description),
    kind: body.kind ?? now.kind,
    price: amount('price', now.price) ?? now.price,
    minPrice: amount('min_price', now.minPrice),
    salesStart: moment('sales_start', now.salesStart),
    salesEnd: moment('sales_end', now.salesEnd),
    minPerOrder: body.min_per_order ?? now.minPerOrder,
    maxPerOrder: body.max_per_order === undefined ? now.maxPerOrder : body.max_per_order,
    validFrom: moment('valid_from', now.validFrom),
    validUntil: moment('valid_until', now.validUntil),
    admits: body.admits ?? now.admits,
    gates: body.gates === undefined ? now.gates : body.gates && [...new Set(body.gates)],
    doorNote: readText(body.door_note, now.doorNote),
    position: body.position ?? now.position,
    poolIds: body.pool_ids === undefined ? now.poolIds : readPools(body.pool_ids, event),
    capacity: body.quantity_available ?? now.capacity,
    updatedAt: call.now,
  };
  refuseContradictions(read, at);
  return read;
}

/** A new ticket type of an event, with everything that was not given as it is by default. */
export function newTicketType(
  body: Fields,
  reading: TypeReading,
  { world }: Pick<Context, 'world'>,
): TicketTypeState {
  const { call, event, path } = reading;
  const missing = (['name', 'price', 'quantity_available'] as const).filter(
    (field) => body[field] === undefined,
  );
  if (missing.length > 0)
    throw invalid(
      ...missing.map((field) => ({
        path: path ? `${path}.${field}` : field,
        message: 'is required for a new ticket type',
      })),
    );
  if (event.nextTypeIndex > TYPE_INDEX_MAX)
    throw invalid({
      path: path || 'body',
      message: 'cannot be added: the event has had as many ticket types as one can have',
    });
  const last = Math.max(-1, ...event.types.map(({ position }) => position));
  const blank: TicketTypeState = {
    id: makeId('tt_', call.now.getTime(), world.randomBytes(idRandomBytes)),
    typeIndex: event.nextTypeIndex,
    status: 'active',
    name: '',
    description: null,
    kind: 'fixed',
    price: 0n,
    minPrice: null,
    salesStart: null,
    salesEnd: null,
    minPerOrder: 1,
    maxPerOrder: null,
    validFrom: null,
    validUntil: null,
    admits: 1,
    gates: null,
    doorNote: null,
    position: last + 1,
    poolIds: [],
    createdAt: call.now,
    updatedAt: call.now,
    capacity: 0,
    held: 0,
    sold: 0,
  };
  return readTicketType(body, blank, reading);
}

function refuseReadOnlyIn(body: Fields, shown: object, path: string): void {
  const prefixed = (fields: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [path ? `${path}.${field}` : field, value]),
    );
  refuseReadOnly(
    ticketTypeReadOnly.map((field) => (path ? `${path}.${field}` : field)),
    prefixed(body),
    prefixed(shown),
  );
}

function readPools(ids: readonly string[], event: EventState): readonly string[] {
  const unknown = ids.find((id) => !event.pools.some((pool) => pool.id === id));
  if (unknown !== undefined) throw poolNotFound(unknown);
  return [...new Set(ids)].toSorted();
}

function refuseContradictions(type: TicketTypeState, at: (field: string) => string): void {
  if (type.kind === 'free' && type.price !== 0n)
    throw invalid({ path: at('price'), message: 'must be 0 for a free ticket type' });
  if (type.kind !== 'donation' && type.minPrice !== null)
    throw invalid({ path: at('min_price'), message: 'is only for ticket types of the kind donation' });
  if (type.maxPerOrder !== null && type.maxPerOrder < type.minPerOrder)
    throw invalid({ path: at('max_per_order'), message: 'must not be less than min_per_order' });
  refuseBackwards(type.salesStart, type.salesEnd, { from: 'sales_start', to: at('sales_end') });
  refuseBackwards(type.validFrom, type.validUntil, { from: 'valid_from', to: at('valid_until') });
}
