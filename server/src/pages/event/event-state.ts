import type { PublicEvent, PublicTicketType } from '@cottontree/contract';

/** What can be done at an event now. */
export type Selling = 'on_sale' | 'sold_out' | 'not_open' | 'closed' | 'none' | 'cancelled' | 'completed';

/** How an event stands, in the one word that decides what its page shows. */
export function sellingOf(event: PublicEvent, now: Date): Selling {
  const { status, sales_end: end, ticket_types: types, end_date: over } = event;
  if (status === 'cancelled' || status === 'completed') return status;
  if (new Date(over) <= now) return 'completed';
  if (types.some((type) => type.on_sale && type.remaining !== 0)) return 'on_sale';
  if (opensAt(event, now) !== null) return 'not_open';
  if (types.some(({ on_sale: onSale }) => onSale)) return 'sold_out';
  if (isOver(end, now) || types.some((type) => isOver(type.sales_end, now))) return 'closed';
  return 'none';
}

/** When the next tickets go on sale; null where none will. */
export function opensAt(event: PublicEvent, now: Date): Date | null {
  const { ticket_types: types } = event;
  const first = (types.length === 0 ? [{ sales_start: null, sales_end: null }] : types)
    .flatMap((type) => typeOpensAt(type, event, now) ?? [])
    .toSorted()[0];
  return first === undefined ? null : new Date(first);
}

/** When tickets of a type go on sale, not before those of the event; null where they do already, or never will. */
export function typeOpensAt(
  { sales_start: own, sales_end: ownEnd }: Pick<PublicTicketType, 'sales_start' | 'sales_end'>,
  { sales_start: start, sales_end: end }: PublicEvent,
  now: Date,
): string | null {
  const opens =
    [own, start]
      .filter((time) => time !== null)
      .toSorted()
      .at(-1) ?? null;
  const ends = [ownEnd, end].filter((time) => time !== null).toSorted()[0];
  return opens !== null && new Date(opens) > now && (ends === undefined || ends > opens) ? opens : null;
}

/** Whether none are left of what would be sold now. */
export function isSoldOut({ on_sale: onSale, remaining }: PublicTicketType): boolean {
  return onSale && remaining === 0;
}

function isOver(time: string | null, now: Date): boolean {
  return time !== null && new Date(time) <= now;
}
