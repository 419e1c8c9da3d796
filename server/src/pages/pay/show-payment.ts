import { formatMoney, hasPaymentEnded } from '@cottontree/contract';
import type { PageAnswer } from '../../core/page-route.ts';
import type { PaymentPage } from '../../payments/index.ts';
import { bill } from '../checkout/bill.ts';
import { problemOf, type Attempt } from '../checkout/field.ts';
import { formatNear } from '../format.ts';
import { html, type Html } from '../html.ts';
import { showPage, type View } from '../layout.ts';
import { showNextStep } from './show-next-step.ts';
import { showOutcome } from './show-outcome.ts';
import { showTestButtons } from './show-test-buttons.ts';

/** Where whoever paid goes on: to the tickets of an order, when they are made. */
export type Onward = { readonly tickets: string | null; readonly areAwaited: boolean };

const REFRESH_SECONDS = 5;

/** A payment as its payer sees it, in whichever state it is. */
export function showPayment(
  page: PaymentPage,
  { attempt, onward }: { readonly attempt: Attempt; readonly onward: Onward },
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
${isOpen ? html`${billOf(page, amount, view)}${showNextStep(page, attempt, view)}${showTestButtons(page, view)}${isForm ? null : looksAgain(page, view)}${cancelButton(page, view)}` : showOutcome(page, { amount, onward }, view)}
</div>`;
  const { tenant } = page;
  return showPage(
    {
      title: `${texts.titleOf(amount, payee.name)}`,
      main,
      hidden: true,
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

function billOf({ payment, payee, now }: PaymentPage, amount: string, { texts: { pay: texts } }: View): Html {
  const due = texts.until(formatNear(new Date(payment.expires_at), { now, timeZone: payee.timeZone }));
  const reference =
    payment.reference === null
      ? null
      : html`<p class="quiet">${texts.reference} <span class="mono">${payment.reference}</span></p>`;
  return bill({
    payee: payee.name,
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
