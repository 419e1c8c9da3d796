import type { CreateTicketOrderBody, ObtainableTickets, PublicTicketType } from '@cottontree/contract';
import {
  costsNothing,
  obtainableTicketsOf,
  type EventPage,
  type Events,
} from '../../modules/events/index.ts';
import { Misread } from '../checkout/answer-form.ts';
import type { View } from '../layout.ts';

/** Which tickets people get on the page. */
export type Buying = ObtainableTickets;

/** Which tickets of an event can be had on its page at this very moment. */
export function buyingOf(events: Events, { tenant, event, now: at }: EventPage): Promise<Buying> {
  const { id, currency, ticket_types: types } = event;
  return obtainableTicketsOf(events, tenant, { id, currency, isFree: types.every(isFree), at });
}

/** Whether some of a type can be had now. */
export function isBought(type: PublicTicketType, buying: Buying): boolean {
  return type.on_sale && type.remaining !== 0 && (buying !== 'free' || isFree(type));
}

export function isFree({ kind, price, min_price: least }: PublicTicketType): boolean {
  return costsNothing({ kind, price, least });
}

/** Refuses what would have to be paid for where nobody takes payments, before it is held. */
export function refuseUnpayable(
  { items, promo_code: promo }: CreateTicketOrderBody,
  { event }: EventPage,
  { buying, texts }: { readonly buying: Buying; readonly texts: View['texts']['events'] },
): void {
  if (buying === 'all' || (buying === 'by_code' && promo !== undefined)) return;
  const costs = items.some(({ ticket_type_id: id, unit_price: price }) => {
    const type = event.ticket_types.find((one) => one.id === id);
    return price === undefined ? type !== undefined && !isFree(type) : Number(price) > 0;
  });
  if (costs) throw new Misread(texts.noWay[buying], null);
}
