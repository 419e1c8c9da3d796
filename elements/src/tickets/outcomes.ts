import { h } from '../core/dom.ts';
import { formatAmount } from '../core/money.ts';
import type { TicketTexts } from './texts.ts';
import type { BoughtTicket } from '../props.ts';
import type { Order, SoldEvent } from './api.ts';
import { time } from './event-header.ts';

/** What is on sale, and the form that orders it. */
export function saleOf(
  { livemode, refund_policy: policy }: SoldEvent,
  { header, form, test }: { readonly header: Node | null; readonly form: Node; readonly test: string },
): readonly (Node | null)[] {
  return [
    header,
    livemode ? null : h('p', { class: 'test' }, test),
    form,
    policy === null ? null : h('p', { class: 'quiet policy' }, policy),
  ];
}

/** The event did not come. */
export function notLoaded(sentence: string, texts: TicketTexts, onAgain: () => void): readonly HTMLElement[] {
  return [
    h('p', { class: 'fault', role: 'alert', part: 'error' }, sentence),
    h('button', { class: 'button plain', type: 'button', onclick: onAgain }, texts.again),
  ];
}

/** Tickets that are kept until somebody pays. */
export function heldOrder(
  order: Order,
  texts: TicketTexts,
  act: { readonly pay: () => void; readonly giveBack: () => void },
): HTMLElement {
  const isFree = order.total === 0;
  const sum = formatAmount(order.total, order.currency);
  return h(
    'section',
    { class: 'held', part: 'held' },
    h('h2', { tabindex: -1 }, isFree ? texts.free : sum),
    order.expires_at === null ? null : h('p', {}, texts.heldUntil(time(order.expires_at))),
    h('p', { class: 'fault', role: 'alert', part: 'error' }),
    h(
      'button',
      { class: 'button', type: 'button', part: 'button', onclick: act.pay },
      isFree ? texts.getFree : texts.payNow(sum),
    ),
    h('button', { class: 'button plain', type: 'button', onclick: act.giveBack }, texts.giveBack),
  );
}

/** The tickets that were bought, by their codes. */
export function boughtOrder(order: Order, texts: TicketTexts, onMore: () => void): HTMLElement {
  return h(
    'section',
    { class: 'bought', part: 'bought' },
    h('h2', { tabindex: -1 }, texts.bought(order.tickets.length)),
    h('p', { class: 'quiet' }, texts.boughtMore),
    h(
      'ul',
      { class: 'codes' },
      ...order.tickets.map(({ code, ticket_type_name, holder }) =>
        h(
          'li',
          { part: 'ticket' },
          h('b', {}, code),
          h(
            'span',
            { class: 'quiet' },
            [ticket_type_name, holder.name].filter((one) => one !== null).join(', '),
          ),
        ),
      ),
    ),
    order.tickets_url === null
      ? null
      : h(
          'a',
          { class: 'button', href: order.tickets_url, target: '_blank', rel: 'noopener' },
          texts.showTickets,
        ),
    h('button', { class: 'button plain', type: 'button', onclick: onMore }, texts.buyMore),
  );
}

/** Money that came when the tickets were gone. */
export function returnedOrder(texts: TicketTexts, onAgain: () => void): HTMLElement {
  return h(
    'section',
    { class: 'held', part: 'returned' },
    h('h2', { tabindex: -1 }, texts.tooLate),
    h('p', {}, texts.moneyBack),
    h('button', { class: 'button', type: 'button', part: 'button', onclick: onAgain }, texts.chooseAgain),
  );
}

/** A ticket as the page may know it. */
export function toldTicket({ id, code, price, ...ticket }: Order['tickets'][number]): BoughtTicket {
  return {
    id,
    code,
    ticketTypeId: ticket.ticket_type_id,
    ticketTypeName: ticket.ticket_type_name,
    orderId: ticket.order_id,
    eventId: ticket.event_id,
    price,
    holderName: ticket.holder.name,
  };
}
