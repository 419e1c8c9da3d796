import { formatMoney, hasPaymentEnded } from '@cottontree/contract';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import type { PaymentPage } from '../../modules/payments/index.ts';
import { bill } from '../checkout/bill.ts';
import { problemOf, type FilledField } from '../checkout/field.ts';
import { offerWays } from '../checkout/offer-ways.ts';
import { formatNear } from '../format.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { showPage, type View } from '../layout.ts';
import { showOutcome, type Onward } from './show-outcome.ts';

const REFRESH_SECONDS = 5;

/** A payment as its payer sees it, in whichever state it is. */
export function showPayment(
  page: PaymentPage,
  { attempt, onward }: { readonly attempt: FilledField; readonly onward: Onward },
  view: View,
): PageAnswer {
  const { payment, row, payee, token } = page;
  const { pay: texts } = view.texts;
  const isOpen = !hasPaymentEnded(payment.status);
  const moves = isOpen || onward.areAwaited;
  const amount = formatMoney(row.amount, row.currency);
  // What a person writes in must not be swapped away.
  const isForm = page.choices.length > 0 && isOpen;
  const version = `${payment.version}${onward.tickets === null ? '' : 't'}`;
  const main = html`<div class="till" id="payment" data-version="${version}"${isOpen && !isForm ? html` data-events="/pay/${token}/events"` : null}${onward.areAwaited ? html` data-again="true"` : null}>
${problemOf(attempt)}
${isOpen ? html`${billOf(page, { amount, onward }, view)}${showNextStep(page, attempt, view)}${showTestButtons(page, view)}${isForm ? null : looksAgain(page, view)}${cancelButton(page, view)}` : showOutcome(page, { amount, onward }, view)}
</div>`;
  const { tenant } = page;
  return showPage(
    {
      title: `${texts.titleOf(amount, payee.name)}`,
      main,
      hidden: true,
      wide: true,
      styles: 'pay.css',
      script: 'pay.js',
      footer: texts.footer,
      ...(tenant.livemode ? {} : { testMode: texts.testMode }),
      ...(attempt ? { status: attempt.status } : {}),
      ...(moves && !isForm ? { refreshSeconds: REFRESH_SECONDS } : {}),
    },
    { ...view, path: `/pay/${token}` },
  );
}

function billOf(
  { payment, payee, now }: PaymentPage,
  { amount, onward: { heldUntil, timeZone } }: { readonly amount: string; readonly onward: Onward },
  { texts: { pay: texts } }: View,
): Html {
  const end = new Date(payment.expires_at);
  // There is one clock: what is kept no longer need not be paid for any more.
  const until = heldUntil !== null && heldUntil > now && heldUntil < end ? heldUntil : end;
  const due = texts.until(formatNear(until, { now, timeZone }));
  const reference =
    payment.reference === null
      ? null
      : html`<p class="quiet">${texts.reference} <span class="mono">${payment.reference}</span></p>`;
  return bill({
    overline: texts.to(payee.name),
    title: payment.description ?? texts.amount,
    sum: amount,
    what: null,
    more: html`${reference}<p class="quiet">${due}</p>`,
  });
}

function looksAgain({ token }: PaymentPage, { texts: { pay: texts }, link }: View): Html {
  return html`<p class="quiet centre">${texts.looks} <a href="${link(`/pay/${token}?returned=1`)}">${texts.lookNow}</a></p>`;
}

/** Only while, as far as we know, nobody has begun to pay. */
function cancelButton({ token, payment }: PaymentPage, { texts: { pay: texts }, link }: View): Html | null {
  if (payment.status === 'processing' || payment.review !== null) return null;
  return html`<form method="post" action="${link(`/pay/${token}/cancel`)}"><button class="link-button" type="submit">${texts.cancel}</button></form>`;
}

/** What the payer of an open payment does next. */
function showNextStep(page: PaymentPage, attempt: FilledField, view: View): Html | null {
  const { payment, row } = page;
  if (payment.review !== null) return told(view.texts.pay.review, view.texts.pay.reviewHelp);
  if (row.payer_chooses && payment.status === 'requires_action') return choice(page, attempt, view);
  const isAsked = payment.status === 'requires_action';
  if (isAsked && payment.next_action.type === 'redirect') return redirect(page, view);
  if (isAsked && payment.next_action.type === 'qr') return scan(page, view);
  if (isAsked && payment.next_action.type === 'ussd') return dial(page, view);
  if (isAsked && payment.next_action.type === 'nfc') return told(view.texts.pay.nfc, view.texts.pay.nfcHelp);
  return waiting(page, view);
}

function choice({ token, row, choices, tenant }: PaymentPage, attempt: FilledField, view: View): Html {
  return html`<section class="card"><form method="post" action="${view.link(`/pay/${token}`)}">
${offerWays({ channels: choices, attempt, livemode: tenant.livemode }, view)}
${choices.length === 0 ? null : html`<button class="button big" type="submit">${view.texts.pay.pay(formatMoney(row.amount, row.currency))}</button><p class="quiet centre">${view.texts.pay.canLeave}</p>`}
</form></section>`;
}

/** The test provider's page is this one. */
function redirect({ payment, token }: PaymentPage, { texts: { pay: texts } }: View): Html | null {
  const { url } = payment.next_action;
  if (url === null || url === payment.pay_url || !isWebAddress(url)) return null;
  return html`<section class="card outcome" id="next-${token.slice(0, 4)}"><p><a class="button big" href="${url}" rel="noreferrer">${texts.redirect}</a></p><p class="quiet">${texts.redirectHelp}</p></section>`;
}

function scan({ payment, token }: PaymentPage, { texts: { pay: texts } }: View): Html {
  const { url } = payment.next_action;
  const elsewhere =
    url !== null && url !== payment.pay_url && isWebAddress(url)
      ? html`<p><a href="${url}" rel="noreferrer">${texts.openHere}</a></p>`
      : null;
  return html`<section class="card outcome"><h2>${texts.scan}</h2><img class="code-picture" src="/pay/${token}/qr.svg" alt="${texts.qrName}" width="280" height="280"><p>${texts.scanHelp}</p>${elsewhere}</section>`;
}

function dial({ payment }: PaymentPage, { texts: { pay: texts } }: View): Html {
  const { ussd_code: code, tel_url: url } = payment.next_action;
  return html`<section class="card outcome"><h2>${texts.dial}</h2><p><a class="button dial mono" href="${url ?? ''}">${code ?? ''}</a></p><p class="quiet">${texts.dialHelp}</p></section>`;
}

function waiting({ payment, row }: PaymentPage, { texts: { pay: texts } }: View): Html {
  if (payment.channel === 'cash' || payment.channel === 'external')
    return told(texts.counter, texts.counterHelp);
  const asksPhone = payment.channel === 'mobile_money' && row.phone !== null;
  return html`<section class="card outcome" role="status"><div class="wait" aria-hidden="true"></div>
<h2>${asksPhone ? texts.waiting : texts.working}</h2><p>${asksPhone && row.phone !== null ? texts.waitingHelp(maskPhone(row.phone)) : texts.workingHelp}</p></section>`;
}

function told(title: string, help: string): Html {
  return html`<section class="card outcome" role="status"><h2>${title}</h2><p>${help}</p></section>`;
}

/** Nothing that a provider names may run here. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** Where the payment company is only pretended, whoever looks decides what it says. */
function showTestButtons(
  { token, tenant, row }: PaymentPage,
  { texts: { pay: texts }, link }: View,
): Html | null {
  if (tenant.livemode || row.provider !== 'test' || row.payer_chooses || row.review !== null) return null;
  return html`<section class="card tester"><div><h2>${texts.test}</h2><p>${texts.testHelp}</p>
<form class="trio" method="post" action="${link(`/pay/${token}/test`)}"><button class="button" name="decision" value="approve">${texts.approve}</button>
<button class="button no" name="decision" value="decline">${texts.decline}</button>
<button class="button plain" name="decision" value="expire">${texts.expire}</button></form></div></section>`;
}
