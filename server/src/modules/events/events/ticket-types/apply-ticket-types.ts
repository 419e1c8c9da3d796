import { idRandomBytes, makeId, ticketTypeReadOnly, type TicketTypeItem } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import type { Context } from '../../../../kernel/call/context.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { poolNotFound, ticketTypeNotFound } from '../event-not-found.ts';
import type { EventState, TicketTypeState } from '../event-state.ts';
import { presentTicketType } from '../present-event.ts';
import { readMoment, readPrice, readText, refuseBackwards } from '../read-fields.ts';

/** An event has at most this many ticket types at a time. */
const TYPES_MAX = 100;

type Given = {
  readonly call: Call;
  readonly module: Pick<Context, 'world'>;
  readonly path: (index: number) => string;
};

/** An event with ticket types changed (those with id) and made (those without); what is not named stays. */
export function applyTicketTypes(
  event: EventState,
  items: readonly TicketTypeItem[],
  { call, module, path }: Given,
): EventState {
  const named = items.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const twice = named.find((id, index) => named.indexOf(id) !== index);
  if (twice !== undefined)
    throw invalid({
      path: 'ticket_types',
      message: `must name each ticket type once; ${twice} stands there twice`,
    });
  let state = event;
  for (const [index, item] of items.entries()) {
    const reading = { call, event: state, path: path(index) };
    state =
      item.id === undefined
        ? withNew(state, newTicketType(item, reading, module))
        : withChanged(state, item.id, (now) => readTicketType(item, now, reading));
  }
  refuseSameNames(state.types, event.types);
  if (state.types.length > Math.max(TYPES_MAX, event.types.length))
    throw invalid({
      path: 'ticket_types',
      message: `must leave the event with at most ${TYPES_MAX} ticket types, archived ones included`,
    });
  return { ...state, types: inOrder(state.types) };
}

function withNew(event: EventState, type: TicketTypeState): EventState {
  return { ...event, types: [...event.types, type], nextTypeIndex: event.nextTypeIndex + 1 };
}

function withChanged(
  event: EventState,
  id: string,
  change: (now: TicketTypeState) => TicketTypeState,
): EventState {
  const now = event.types.find((type) => type.id === id);
  if (now === undefined) throw ticketTypeNotFound(id);
  const changed = change(now);
  return sameBut(now, changed)
    ? event
    : { ...event, types: event.types.map((type) => (type === now ? changed : type)) };
}

/** Whether nothing changed but when. */
function sameBut(now: TicketTypeState, changed: TicketTypeState): boolean {
  const text = (type: TicketTypeState): string =>
    JSON.stringify({ ...type, price: String(type.price), minPrice: String(type.minPrice), updatedAt: null });
  return text(now) === text(changed);
}

function refuseSameNames(types: readonly TicketTypeState[], before: readonly TicketTypeState[]): void {
  if (types === before) return;
  const seen = new Map<string, TicketTypeState>();
  for (const type of types.filter(({ status }) => status !== 'archived')) {
    const key = type.name.toLowerCase();
    const other = seen.get(key);
    if (other !== undefined) throw duplicateTicketType(type.name);
    seen.set(key, type);
  }
}

function duplicateTicketType(name: string): Failure {
  return new Failure(
    'DUPLICATE_TICKET_TYPE',
    `The event has another ticket type that is named ${name}, whatever the case. Give each its own name.`,
  );
}

function inOrder(types: readonly TicketTypeState[]): readonly TicketTypeState[] {
  return types.toSorted((one, other) => one.position - other.position || one.typeIndex - other.typeIndex);
}

/** Where a ticket type stands in the request, and the event that it belongs to. */
type TypeReading = { readonly call: Call; readonly event: EventState; readonly path: string };

type Fields = Pick<TicketTypeItem, Exclude<keyof TicketTypeItem, 'id'>>;

const TYPE_INDEX_MAX = 65_535;

/** A ticket type with the fields given; the others stay. */
function readTicketType(body: Fields, now: TicketTypeState, reading: TypeReading): TicketTypeState {
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
function newTicketType(
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
