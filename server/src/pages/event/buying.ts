import type { CreateTicketOrderBody, PublicTicketType } from '@cottontree/contract';
import { takesPromoCodes, type EventPage, type Events } from '../../modules/events/index.ts';
import { pageChannels, type Payments } from '../../modules/payments/index.ts';
import { Misread } from '../checkout/answer-form.ts';
import type { View } from '../layout.ts';

/** Which tickets people get on the page: all of them; where nobody takes payments those that are free, and perhaps what a promo code makes free. */
export type Buying = 'all' | 'by_code' | 'free';

/** Which tickets of an event can be had on its page now. */
export async function buyingOf(
  { events, payments }: { readonly events: Events; readonly payments: Payments },
  page: EventPage,
): Promise<Buying> {
  const { tenant, event } = page;
  if (event.ticket_types.every(isFree)) return 'all';
  const channels = await pageChannels(payments, tenant, { currency: event.currency, allowed: null });
  if (channels.length > 0) return 'all';
  return (await takesPromoCodes(events, page)) ? 'by_code' : 'free';
}

/** Whether some of a type can be had now. */
export function isBought(type: PublicTicketType, buying: Buying): boolean {
  return type.on_sale && type.remaining !== 0 && (buying !== 'free' || isFree(type));
}

/** A donation may be nothing where no least one was set. */
export function isFree({ kind, price, min_price: least }: PublicTicketType): boolean {
  return kind === 'donation' ? (least ?? 0) === 0 : kind === 'free' || price === 0;
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
