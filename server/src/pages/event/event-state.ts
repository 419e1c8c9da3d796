import type { PublicEvent, PublicTicketType } from '@cottontree/contract';

/** What can be done at an event now. */
export type Selling = 'on_sale' | 'sold_out' | 'not_open' | 'closed' | 'none' | 'cancelled' | 'completed';

/** How an event stands, in the one word that decides what its page shows. */
export function sellingOf(
  { status, sales_start: start, sales_end: end, ticket_types: types, end_date: over }: PublicEvent,
  now: Date,
): Selling {
  if (status === 'cancelled' || status === 'completed') return status;
  if (new Date(over) <= now) return 'completed';
  if (types.some((type) => type.on_sale && type.remaining !== 0)) return 'on_sale';
  if (types.some(({ on_sale: onSale }) => onSale)) return 'sold_out';
  if (isAhead(start, now) || (types.length > 0 && types.every((type) => isAhead(type.sales_start, now))))
    return 'not_open';
  if (isOver(end, now) || types.some((type) => isOver(type.sales_end, now))) return 'closed';
  return 'none';
}

/** When the first tickets go on sale, where none is yet. */
export function opensAt({ sales_start: start, ticket_types: types }: PublicEvent): Date | null {
  const first =
    types
      .map((type) => type.sales_start)
      .filter((time) => time !== null)
      .toSorted()[0] ?? null;
  const later = [start, first]
    .filter((time) => time !== null)
    .toSorted()
    .at(-1);
  return later === undefined ? null : new Date(later);
}

/** Whether none are left of what would be sold now. */
export function isSoldOut({ on_sale: onSale, remaining }: PublicTicketType): boolean {
  return onSale && remaining === 0;
}

function isAhead(time: string | null, now: Date): boolean {
  return time !== null && new Date(time) > now;
}

function isOver(time: string | null, now: Date): boolean {
  return time !== null && new Date(time) <= now;
}
