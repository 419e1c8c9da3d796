import type { TicketTypeItem } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import type { Context } from '../../../../kernel/call/context.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { ticketTypeNotFound } from '../event-not-found.ts';
import type { EventState, TicketTypeState } from '../event-state.ts';
import { newTicketType, readTicketType } from './read-ticket-type.ts';

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

export function duplicateTicketType(name: string): Failure {
  return new Failure(
    'DUPLICATE_TICKET_TYPE',
    `The event has another ticket type that is named ${name}, whatever the case. Give each its own name.`,
  );
}

function inOrder(types: readonly TicketTypeState[]): readonly TicketTypeState[] {
  return types.toSorted((one, other) => one.position - other.position || one.typeIndex - other.typeIndex);
}
