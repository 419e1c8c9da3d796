import { currencies, formatMoney, type PaymentChannel } from '@cottontree/contract';
import { describedBy, isWrong, problemAt, problemOf, type FilledField } from '../checkout/field.ts';
import type { InvoicePage } from '../../modules/invoices/index.ts';
import { offerWays } from '../checkout/offer-ways.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';

import { tellDate } from './tell-date.ts';

type Choices = NonNullable<InvoicePage['choices']>;

/** How much to pay, by which way; or whom to ask where no way works. */
export function showPayForm(page: InvoicePage, { channels, attempt }: InvoicePageCall, view: View): Html {
  const { invoice, choices, storeName, token, nonce, tenant } = page;
  const { invoices: texts, pay } = view.texts;
  const instructions =
    invoice.payment_instructions === null
      ? null
      : html`<section class="card"><h2>${texts.howToPay}</h2><p class="prose">${invoice.payment_instructions}</p></section>`;
  if (choices === null) return html`${instructions}`;
  if (channels.length === 0)
    return html`${instructions ?? html`<section class="card outcome"><h2>${texts.noWay}</h2><p>${texts.askSeller(storeName)}</p></section>`}`;
  const isPlain = choices.deposit === null && choices.part === null;
  // The customer's own number is on the invoice, but whoever has the link need not be the customer.
  return html`${problemOf(attempt)}<section class="card"><form method="post" action="${view.link(`/i/${token}`)}"><input type="hidden" name="nonce" value="${nonce}">
${isPlain ? html`<input type="hidden" name="amount" value="full">` : amounts(page, { choices, attempt }, view)}
${offerWays({ channels, attempt, livemode: tenant.livemode }, view)}
<button class="button big" type="submit">${isPlain ? pay.pay(formatMoney(choices.full, invoice.currency)) : texts.payNow}</button></form></section>
${instructions}`;
}

function amounts(
  { invoice }: InvoicePage,
  { choices, attempt }: { readonly choices: Choices; readonly attempt: FilledField },
  { texts: { invoices: texts } }: View,
): Html {
  const currency = invoice.currency;
  const money = (minor: bigint): string => formatMoney(minor, currency);
  const chosen = attempt?.values['amount'] ?? (choices.deposit === null ? 'full' : 'deposit');
  const radio = (value: string, label: string, amount: string | null): Html =>
    html`<label class="option"><input type="radio" name="amount" value="${value}" required${value === chosen ? html` checked` : null}><span><b>${amount ?? label}</b>${amount === null ? null : html`<span class="quiet">${label}</span>`}</span></label>`;
  const depositBy = invoice.deposit === null ? '' : tellDate(invoice.deposit.due_date);
  const bounds =
    choices.part === null
      ? ''
      : texts.partHelp(choices.part.least > 1n ? money(choices.part.least) : null, money(choices.full));
  return html`<fieldset><legend>${texts.howMuch}</legend><div class="options">${choices.deposit === null ? null : radio('deposit', texts.deposit(depositBy), money(choices.deposit))}${radio('full', texts.full, money(choices.full))}${choices.part === null ? null : radio('other', texts.part, null)}</div>
${choices.part === null ? null : html`<div class="other"><span class="money"><span aria-hidden="true">${currencies[currency].sign}</span><input id="own_amount" name="own_amount" inputmode="decimal" autocomplete="off" maxlength="20" aria-label="${texts.part}"${describedBy([isWrong('own_amount', attempt) && 'own_amount-error', 'own-help'])} value="${attempt?.values['own_amount'] ?? ''}"${isWrong('own_amount', attempt) ? html` aria-invalid="true" autofocus` : null}></span>${problemAt('own_amount', attempt)}<p class="quiet" id="own-help">${bounds}</p></div>`}</fieldset>`;
}

/** By which ways it can be paid here, and what was wrong with the last try. */
export type InvoicePageCall = { readonly channels: readonly PaymentChannel[]; readonly attempt: FilledField };
