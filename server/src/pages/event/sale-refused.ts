import type { Failure } from '../../core/failure.ts';
import type { EventPage } from '../../events/index.ts';
import type { View } from '../layout.ts';

/** Why tickets were refused, in the buyer's words; null for what is a problem of its own. */
export function saleRefused(
  { code, details }: Failure,
  { event }: EventPage,
  {
    texts: {
      events: { problems, waitingAlready },
    },
  }: View,
): { readonly sentence: string; readonly field: string | null } | null {
  const { ticket_type_id: typeId, remaining } = (details ?? {}) as {
    readonly ticket_type_id?: string;
    readonly remaining?: number;
  };
  const name = event.ticket_types.find(({ id }) => id === typeId)?.name ?? event.name;
  const sentences: Readonly<Partial<Record<Failure['code'], string>>> = {
    SOLD_OUT: problems.soldOut(name),
    INSUFFICIENT_QUANTITY: problems.tooFew(name, remaining ?? 0),
    LIMIT_PER_ORDER: problems.tooMany,
    PROMO_INVALID: problems.promo,
    PRICE_CHANGED: problems.changed,
    AMOUNT_PRECISION: problems.price,
    SALES_NOT_OPEN: problems.notOpen,
    SALES_CLOSED: problems.closed,
    EVENT_NOT_PUBLISHED: problems.closed,
    TICKET_TYPE_NOT_FOUND: problems.closed,
    INVALID_PHONE: problems.phone,
    SALES_BUSY: problems.busy,
    ALREADY_ON_WAITLIST: waitingAlready,
  };
  const sentence = sentences[code];
  return sentence === undefined ? null : { sentence, field: code === 'PROMO_INVALID' ? 'promo' : null };
}
