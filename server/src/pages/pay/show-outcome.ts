import { formatMoney } from '@cottontree/contract';
import { maskPhone } from '../../kernel/phone/phone.ts';
import type { PaymentPage } from '../../modules/payments/index.ts';
import { facts, mark } from '../checkout/bill.ts';
import { formatMoment } from '../format.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import type { View } from '../layout.ts';

import { parseUrl } from '../../kernel/web/parse-url.ts';

type Outcome = { readonly amount: string; readonly onward: Onward };

/** How a payment ended, and where to go from here. */
export function showOutcome(page: PaymentPage, outcome: Outcome, view: View): Html {
  return page.payment.status === 'succeeded' ? succeeded(page, outcome, view) : ended(page, view);
}

function succeeded(page: PaymentPage, { amount, onward }: Outcome, view: View): Html {
  const { payment, payee, row, link } = page;
  const { pay: texts } = view.texts;
  const refunded =
    row.amount_refunded > 0n
      ? html`<p class="notice">${texts.refunded(formatMoney(row.amount_refunded, row.currency))}</p>`
      : null;
  return html`<section class="card status outcome" role="status">${mark('good')}<h1>${texts.succeeded}</h1>
<p class="lead">${texts.thanks(amount, payee.name)}</p>${link?.successMessage ? html`<p class="prose">${link.successMessage}</p>` : null}${payment.late ? html`<p>${texts.late}</p>` : null}
${onward.areAwaited ? html`<p>${texts.ticketsSoon}</p>` : null}${onward.tickets === null ? null : html`<p><a class="button big" href="${view.link(`/o/${onward.tickets}`)}">${texts.toTickets}</a></p>`}</section>
${refunded}${receipt(page, { amount, onward }, view)}${backToShop(page, view)}`;
}

function receipt(
  { payment, payee, row }: PaymentPage,
  { amount, onward }: Outcome,
  { texts: { pay: texts } }: View,
): Html {
  const phone = row.channel === 'mobile_money' && row.phone !== null ? `, ${maskPhone(row.phone)}` : '';
  return html`<section class="card"><h2>${texts.receipt}</h2>${facts([
    { name: texts.amount, value: amount, total: true },
    { name: texts.paidTo, value: payee.name },
    payment.description === null ? null : { name: texts.forWhat, value: payment.description },
    payment.reference === null ? null : { name: texts.reference, value: payment.reference, mono: true },
    { name: texts.paidWith, value: `${texts.ways[payment.channel][0]}${phone}` },
    row.succeeded_at === null
      ? null
      : { name: texts.paidAt, value: formatMoment(row.succeeded_at, onward.timeZone) },
    { name: texts.number, value: payment.id, id: true },
  ])}</section>`;
}

function ended(page: PaymentPage, view: View): Html {
  const { payment } = page;
  const { pay: texts } = view.texts;
  const said = {
    failed: {
      kind: 'bad',
      title: texts.failed,
      help: `${texts.reasons[payment.failure?.code ?? 'provider_error']} ${texts.noMoney}`,
    },
    expired: { kind: 'calm', title: texts.expired, help: texts.expiredHelp },
    cancelled: { kind: 'calm', title: texts.cancelled, help: texts.cancelledHelp },
  } as const;
  const { kind, title, help } =
    said[payment.status === 'failed' || payment.status === 'expired' ? payment.status : 'cancelled'];
  const again = retryOf(page);
  return html`<section class="card outcome" role="status">${mark(kind)}<h1>${title}</h1><p class="lead">${payment.review === null ? help : texts.reviewHelp}</p>
${again === null || payment.review !== null ? null : html`<p><a class="button big" href="${view.link(again)}">${texts.again}</a></p>`}</section>
<section class="card">${facts([
    { name: texts.amount, value: formatMoney(page.row.amount, page.row.currency) },
    { name: texts.paidTo, value: page.payee.name },
    { name: texts.number, value: payment.id, id: true },
  ])}</section>
${backToShop(page, view)}`;
}

/** Where another payment for the same can begin: at the link, or at the order of tickets or the parcel on our own page. */
function retryOf({ link, payment, row }: PaymentPage): string | null {
  if (link) return `/l/${link.slug}`;
  const isOfParcel = row.subject_kind === 'delivery';
  return (isOfParcel || isOurs(row.subject_kind, payment.return_url)) && payment.return_url !== null
    ? pathOf(payment.return_url)
    : null;
}

/** Told how it ended, the shop's page knows without asking; what it does with money it asks our API. */
function backToShop({ payment, payee, row }: PaymentPage, { texts: { pay: texts } }: View): Html | null {
  const wanted =
    payment.status === 'succeeded' ? payment.return_url : (payment.cancel_url ?? payment.return_url);
  if (wanted === null || isOurs(row.subject_kind, wanted) || !/^https?:\/\//i.test(wanted)) return null;
  const url = parseUrl(wanted);
  if (url === null) return null;
  url.searchParams.set('payment_id', payment.id);
  url.searchParams.set('status', payment.status);
  return html`<p><a class="button plain" href="${url.href}" rel="noreferrer">${texts.back(payee.name)}</a></p>`;
}

/** Orders on our own page lead back there. */
function isOurs(subject: string | null, url: string | null): boolean {
  return subject === 'ticket_order' && url !== null && /^\/e\/evt_\w+$/.test(parseUrl(url)?.pathname ?? '');
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Where whoever paid goes on: to the tickets of an order, when they are made. */
export type Onward = {
  readonly tickets: string | null;
  readonly areAwaited: boolean;
  /** Until when what is paid for is kept; null: it is not kept. */
  readonly heldUntil: Date | null;
  /** IANA: where the event is, else where the payee is. */
  readonly timeZone: string;
};
