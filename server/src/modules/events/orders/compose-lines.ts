import {
  currencies,
  formatMoney,
  formatOptionalTime,
  orderTotals,
  parseAmount,
  toMajor,
  type Currency,
  type OrderItemsIn,
  type OrderTotals,
} from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { ticketTypeNotFound } from '../events/event-not-found.ts';
import type { EventState, TicketTypeState } from '../events/event-state.ts';
import type { PromoRow } from '../promos/promos.queries.ts';
import { termsOf } from '../promos/promo-codes.ts';
import type { OrderLine } from './order-lines.ts';
import { promoInvalid } from './refuse-step.ts';

export type PricedOrder = { readonly lines: readonly OrderLine[]; readonly totals: OrderTotals };

type Line = { readonly type: TicketTypeState; readonly quantity: number; readonly unitPrice: bigint };

const DONATION_MAX = 10_000_000n;

/** What the items cost on the event as it is, within the limits of one order. Items of one type at one price are one line. */
export function composeLines(event: EventState, items: OrderItemsIn, promo: PromoRow | null): PricedOrder {
  const lines = new Map<string, Line>();
  items.forEach((item, index) => {
    const type = event.types.find(({ id }) => id === item.ticket_type_id);
    if (!type) throw ticketTypeNotFound(item.ticket_type_id);
    const unitPrice = priceOf(type, { event, asked: item.unit_price, path: `items[${index}].unit_price` });
    const name = `${type.id}:${unitPrice}`;
    lines.set(name, { type, unitPrice, quantity: item.quantity + (lines.get(name)?.quantity ?? 0) });
  });
  const wanted = [...lines.values()];
  refuseBeyondLimits(event, wanted);
  const totals = orderTotals(
    wanted.map(({ type, unitPrice, quantity }) => ({ unitPrice, quantity, promoted: isFor(promo, type.id) })),
    promo && termsOf(promo),
  );
  if (promo && !wanted.some(({ type }) => isFor(promo, type.id)))
    throw promoInvalid(promo.code, 'is not for these tickets');
  return {
    totals,
    lines: wanted.map((line, index) =>
      lineOf(event, line, {
        discount: totals.lines[index]?.discount ?? 0n,
        total: totals.lines[index]?.total ?? 0n,
      }),
    ),
  };
}

type Asked = {
  readonly event: EventState;
  readonly asked: number | string | undefined;
  readonly path: string;
};

function priceOf(type: TicketTypeState, { event, asked, path }: Asked): bigint {
  const { currency } = event;
  const least = type.kind === 'donation' ? (type.minPrice ?? 0n) : 0n;
  const price = type.kind === 'free' ? 0n : type.price < least ? least : type.price;
  if (asked === undefined) return price;
  const parsed = parseAmount(asked, currency);
  if (!parsed.ok)
    throw parsed.code === 'AMOUNT_PRECISION'
      ? new Failure('AMOUNT_PRECISION', `${path} ${parsed.message}.`, {
          details: { fields: [{ path, message: parsed.message }] },
        })
      : invalid({ path, message: parsed.message });
  if (type.kind !== 'donation') {
    if (parsed.minor !== price)
      throw priceChanged(`A ticket of ${type.name}`, {
        price: toMajor(price, currency),
        expected: toMajor(parsed.minor, currency),
        ticket_type_id: type.id,
      });
    return price;
  }
  if (parsed.minor < least)
    throw invalid({ path, message: `must be at least ${formatMoney(least, currency)}` });
  if (parsed.minor > mostGiven(currency))
    throw invalid({ path, message: `must be at most ${formatMoney(mostGiven(currency), currency)}` });
  return parsed.minor;
}

export function priceChanged(
  what: string,
  details: { readonly price: number; readonly expected: number; readonly ticket_type_id?: string },
): Failure {
  return new Failure(
    'PRICE_CHANGED',
    `${what} costs ${details.price} by now, not ${details.expected}. Show the buyer the new price and send the order again.`,
    { details },
  );
}

function refuseBeyondLimits(event: EventState, lines: readonly Line[]): void {
  const byType = new Map<TicketTypeState, number>();
  for (const { type, quantity } of lines) byType.set(type, (byType.get(type) ?? 0) + quantity);
  for (const [type, quantity] of byType) {
    const max = Math.min(type.maxPerOrder ?? event.maxTicketsPerOrder, event.maxTicketsPerOrder);
    if (quantity < type.minPerOrder || quantity > max)
      throw beyondLimit(`${quantity} tickets of ${type.name}`, {
        min: type.minPerOrder,
        max,
        ticket_type_id: type.id,
      });
  }
  const all = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (all > event.maxTicketsPerOrder)
    throw beyondLimit(`${all} tickets`, { min: 1, max: event.maxTicketsPerOrder });
}

function beyondLimit(
  what: string,
  details: { readonly min: number; readonly max: number; readonly ticket_type_id?: string },
): Failure {
  return new Failure(
    'LIMIT_PER_ORDER',
    `${what} were asked for; one order may have ${details.min} to ${details.max}.`,
    { details },
  );
}

function isFor(promo: PromoRow | null, typeId: string): boolean {
  return promo !== null && (promo.ticket_type_ids === null || promo.ticket_type_ids.includes(typeId));
}

function lineOf(
  event: EventState,
  { type, unitPrice, quantity }: Line,
  { discount, total }: { readonly discount: bigint; readonly total: bigint },
): OrderLine {
  return {
    ticket_type_id: type.id,
    name: type.name,
    quantity,
    unit_price: unitPrice.toString(),
    discount: discount.toString(),
    total: total.toString(),
    admits: type.admits,
    valid_from: formatOptionalTime(type.validFrom),
    valid_until: formatOptionalTime(type.validUntil),
    counters: [event.id, type.id, ...type.poolIds],
    taken: quantity,
  };
}

function mostGiven(currency: Currency): bigint {
  return DONATION_MAX * 10n ** BigInt(currencies[currency].decimals);
}
