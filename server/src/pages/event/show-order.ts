import type { PaymentChannel, TicketOrder } from '@cottontree/contract';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import { tellPeriod, type OrderPage } from '../../modules/events/index.ts';
import { facts, mark, moneyMarkup, takenOff } from '../checkout/bill.ts';
import { problemOf, type FilledField } from '../checkout/field.ts';
import { offerWays } from '../checkout/offer-ways.ts';
import { formatMajor, formatNear } from '../format.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { showPage, type View } from '../layout.ts';

const MINUTE_MS = 60_000;
/** So that a page left open tells the truth about the time that is left. */
const REFRESH_SECONDS = 60;

export type OrderPageCall = { readonly channels: readonly PaymentChannel[]; readonly attempt: FilledField };

/** An order that has no tickets yet: how long they are held and how to pay, or why there will be none. */
export function showOrder(page: OrderPage, { channels, attempt }: OrderPageCall, view: View): PageAnswer {
  const {
    event: { event, tenant },
    order,
  } = page;
  const { events: texts } = view.texts;
  const isHeld = order.status === 'held' && !isOver(page);
  const isOpen = isHeld || order.status === 'awaiting_payment';
  const main = html`<div class="till">${problemOf(attempt)}${isOpen ? heldHead(page, view) : endedHead(page, view)}
${summary(order, view)}${isHeld ? payForm(page, { channels, attempt }, view) : null}${order.status === 'awaiting_payment' ? underWay(order, view) : null}${isOpen ? giveBack(page, view) : null}</div>`;
  return showPage(
    {
      title: `${texts.order} – ${event.name}`,
      main,
      hidden: true,
      styles: 'pay.css',
      script: 'pay.js',
      footer: texts.footer,
      ...(tenant.livemode ? {} : { testMode: texts.testMode }),
      ...(attempt ? { status: attempt.status } : {}),
      ...(order.status === 'awaiting_payment' ? { refreshSeconds: REFRESH_SECONDS } : {}),
    },
    { ...view, path: orderPath(page) },
  );
}

/** A hold ends by its time, a moment before anybody writes that down. */
function isOver({ event: { now }, order }: OrderPage): boolean {
  return order.expires_at !== null && new Date(order.expires_at) <= now;
}

/** Whoever has this link can pay for the order and give its tickets back. */
export function orderPath({ event: { event }, order, secret }: OrderPage): string {
  return `/e/${event.id}?order=${order.id}&client_secret=${encodeURIComponent(secret)}`;
}

function heldHead(page: OrderPage, { texts: { events: texts }, language }: View): Html {
  const {
    event: { event, now },
    order,
  } = page;
  const until = new Date(order.expires_at ?? order.updated_at);
  const minutes = Math.floor((until.getTime() - now.getTime()) / MINUTE_MS);
  const timeZone = event.timezone;
  return html`<section class="card status"><p class="overline">${event.name}</p><h1>${texts.heldTitle}</h1>${isOver(page) ? null : html`<p class="eta">${texts.held(formatNear(until, { now, timeZone }), minutes)}</p>`}
<p class="quiet">${tellPeriod({ start: new Date(event.start_date), end: new Date(event.end_date), timeZone, language })}${event.venue === null ? null : html`<br>${event.venue}`}</p></section>`;
}

function endedHead({ event: { event }, order }: OrderPage, view: View): Html {
  const { events: texts } = view.texts;
  const isRefunded = order.status === 'refund_pending' || order.status === 'refunded';
  // Nobody gave back what went with its event, and there is nothing to choose again.
  const isGone = event.status === 'cancelled';
  const [title, help] = isRefunded
    ? [texts.refundPending, texts.refundPendingHelp]
    : isGone
      ? [texts.cancelled, texts.orderCancelledHelp]
      : order.status === 'expired' || order.status === 'held'
        ? [texts.orderExpired, texts.orderExpiredHelp]
        : [texts.orderCancelled, texts.orderCancelledHelp];
  return html`<section class="card outcome" role="status">${mark('calm')}<h1>${title}</h1><p class="lead">${help}</p>${isGone ? null : html`<p><a class="button big" href="${view.link(`/e/${event.id}`)}">${texts.again}</a></p>`}</section>`;
}

function summary(order: TicketOrder, { texts: { events: texts } }: View): Html {
  const money = (amount: number): string => formatMajor(amount, order.currency);
  return html`<section class="card"><h2>${texts.order}</h2>${facts([
    ...order.items.map((item) => ({
      name: texts.line(item.quantity, item.ticket_type_name),
      value: item.subtotal === 0 ? texts.free : moneyMarkup(money(item.subtotal)),
      longName: true,
    })),
    order.discount > 0
      ? {
          name: texts.discount(order.promo_code ?? ''),
          value: moneyMarkup(takenOff(money(order.discount))),
          longName: true,
        }
      : null,
    { name: texts.total, value: moneyMarkup(money(order.total)), total: true },
    { name: texts.orderNumber, value: order.order_number, mono: true },
  ])}</section>`;
}

function payForm(page: OrderPage, { channels, attempt }: OrderPageCall, view: View): Html {
  const {
    order,
    event: { tenant },
  } = page;
  const isFree = order.total === 0;
  const known: FilledField = attempt ?? {
    values: { wallet: order.buyer.phone ?? '' },
    error: '',
    field: null,
    status: 200,
  };
  const button = isFree
    ? view.texts.events.holdFree
    : view.texts.pay.pay(formatMajor(order.total, order.currency));
  return html`<section class="card"><form method="post" action="${view.link(`/e/${page.event.event.id}/pay`)}">${names(page)}
${isFree ? null : offerWays({ channels, attempt: known, livemode: tenant.livemode }, view)}
${!isFree && channels.length === 0 ? null : html`<button class="button big" type="submit">${button}</button>`}</form></section>`;
}

function underWay({ payment }: TicketOrder, view: View): Html | null {
  if (!payment) return null;
  return html`<section class="card outcome" role="status"><h2>${view.texts.events.underWay}</h2><p><a class="button big" href="${view.link(new URL(payment.pay_url).pathname)}">${view.texts.events.goOn}</a></p></section>`;
}

function giveBack(page: OrderPage, view: View): Html {
  return html`<form method="post" action="${view.link(`/e/${page.event.event.id}/cancel`)}">${names(page)}<button class="link-button" type="submit">${view.texts.events.giveBack}</button></form>`;
}

function names({ order, secret }: OrderPage): Html {
  return html`<input type="hidden" name="order" value="${order.id}"><input type="hidden" name="client_secret" value="${secret}">`;
}
