import { maskPhone } from '../../core/phone.ts';
import { formatMoney } from '@cottontree/contract';
import type { PaymentPage } from '../../payments/index.ts';
import type { Attempt } from '../checkout/field.ts';
import { offerWays } from '../checkout/offer-ways.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';

/** What the payer of an open payment does next. */
export function showNextStep(page: PaymentPage, attempt: Attempt, view: View): Html | null {
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

function choice({ token, row, choices, tenant }: PaymentPage, attempt: Attempt, view: View): Html {
  return html`<section class="card"><form method="post" action="${view.link(`/pay/${token}`)}">
${offerWays({ channels: choices, attempt, livemode: tenant.livemode }, view)}
${choices.length === 0 ? null : html`<button class="button big" type="submit">${view.texts.pay.pay(formatMoney(row.amount, row.currency))}</button>`}
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
