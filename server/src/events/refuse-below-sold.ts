import { Failure } from '../core/failure.ts';
import type { EventState, Stock } from './event-state.ts';

type Named = Stock<number | null> & { readonly id: string; readonly what: string };

/** Refuses a change that leaves less room than is gone, or that needs nothing to be gone where something is. */
export function refuseBelowSold(before: EventState, after: EventState): void {
  const wanted = new Map(stocksOf(after).map((stock) => [stock.id, stock.capacity]));
  for (const { id, what, held, sold, capacity: now } of stocksOf(before)) {
    const capacity = wanted.get(id) ?? null;
    if (capacity === null || capacity === now || held + sold <= capacity) continue;
    throw new Failure(
      'CAPACITY_BELOW_SOLD',
      `${what} cannot have room for ${capacity}: ${sold} are sold and ${held} held. Ask for at least ${sold + held}.`,
      { details: { id, sold, held } },
    );
  }
  for (const type of before.types) {
    const left = after.types.find(({ id }) => id === type.id);
    const isMoved = left === undefined || left.poolIds.join() !== type.poolIds.join();
    if (!isMoved || type.held + type.sold === 0) continue;
    const { name, sold, held } = type;
    throw new Failure(
      'TICKET_TYPE_HAS_SALES',
      `${name} has ${sold} tickets sold and ${held} held, so it can neither be removed nor change its pools. Set its status to archived instead.`,
      { details: { ticket_type_id: type.id, sold, held } },
    );
  }
}

function stocksOf(event: EventState): readonly Named[] {
  return [
    { id: event.id, what: 'The event', capacity: event.capacity, held: event.held, sold: event.sold },
    ...event.types.map(({ id, name, capacity, held, sold }) => ({
      id,
      what: `The ticket type ${name}`,
      capacity,
      held,
      sold,
    })),
    ...event.pools.map(({ id, name, capacity, held, sold }) => ({
      id,
      what: `The pool ${name}`,
      capacity,
      held,
      sold,
    })),
  ];
}
