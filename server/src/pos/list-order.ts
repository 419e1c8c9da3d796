/** Which way a list goes through time. */
export type ListOrder = 'newest' | 'oldest';

export const DIRECTION = Object.freeze({ newest: 'DESC', oldest: 'ASC' } as const);
/** How what follows compares with where a walk has come to. */
export const BEYOND = Object.freeze({ newest: '<', oldest: '>' } as const);

export function orderOf(sort: '-created_at' | 'created_at' | undefined): ListOrder {
  return sort === 'created_at' ? 'oldest' : 'newest';
}

/** A statement for either way: the database plans each by itself. */
export function bothOrders<Made>(make: (order: ListOrder) => Made): Readonly<Record<ListOrder, Made>> {
  return { newest: make('newest'), oldest: make('oldest') };
}
