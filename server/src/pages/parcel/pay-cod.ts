import { formatMoney } from '@cottontree/contract';
import type { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer, PageRequest } from '../../kernel/call/page-route.ts';
import { html } from '../../kernel/web/html.ts';
import { pageChannels, type Payments } from '../../modules/payments/index.ts';
import {
  COD_CHANNELS,
  findParcel,
  isCodPayable,
  payCodOnPage,
  type Parcel,
  type Shipping,
} from '../../modules/shipping/index.ts';
import { answerForm, formKey, Misread, wayRefused } from '../checkout/answer-form.ts';
import { bill } from '../checkout/bill.ts';
import { problemOf, type FilledField } from '../checkout/field.ts';
import { offerWays } from '../checkout/offer-ways.ts';
import { readWay } from '../checkout/read-way.ts';
import { goTo, showPage, type View } from '../layout.ts';

type PayModules = { readonly shipping: Shipping; readonly payments: Payments };
type PayCall = { readonly parcel: Parcel; readonly request: PageRequest; readonly view: View };

/** Whether the recipient can pay now what the courier would collect. */
export async function mayPayCod(payments: Payments, parcel: Parcel): Promise<boolean> {
  return isCodPayable(parcel) && (await channelsOf(payments, parcel)).length > 0;
}

function channelsOf(payments: Payments, { key, row }: Parcel): ReturnType<typeof pageChannels> {
  return pageChannels(payments, key.tenant, { currency: row.currency, allowed: COD_CHANNELS });
}

/** What the courier would collect, to be paid now. */
export async function showPayCod(
  { payments }: Pick<PayModules, 'payments'>,
  payCall: PayCall,
): Promise<PageAnswer> {
  return showForm(payments, payCall, null);
}

/** Begins the payment, and leads to its page. */
export async function payCod({ shipping, payments }: PayModules, payCall: PayCall): Promise<PageAnswer> {
  const { parcel, request, view } = payCall;
  const { form } = request;
  return answerForm({
    form,
    act: async () => {
      const { phone } = readWay(form, {
        channels: COD_CHANNELS,
        livemode: parcel.key.tenant.livemode,
        country: parcel.shop.country,
        texts: view.texts.pay,
      });
      const { pay_url: url } = await payCodOnPage(shipping, parcel, {
        phone,
        amountMinor: readShown(form['amount'] ?? '', view),
        idempotency: formKey(form, parcel.token),
      });
      return goTo(view.link(new URL(url).pathname));
    },
    again: async (attempt) => {
      const now = await findParcel(shipping, parcel.token);
      return showForm(
        payments,
        now === null || now === 'gone' ? payCall : { ...payCall, parcel: now },
        attempt,
      );
    },
    wording: (refusal) => wordingOf(refusal, view),
  });
}

/** What the page said when its reader agreed, minor units. */
function readShown(text: string, { texts }: View): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Misread(texts.payCod.changed, null);
  return BigInt(text);
}

function wordingOf(refusal: Failure, { texts }: View): ReturnType<typeof wayRefused> {
  return refusal.code === 'NOTHING_DUE'
    ? { sentence: texts.payCod.changed, field: null }
    : wayRefused(refusal, texts.pay);
}

async function showForm(
  payments: Payments,
  { parcel, view }: PayCall,
  attempt: FilledField,
): Promise<PageAnswer> {
  const { row, token, key, nonce } = parcel;
  const { payCod: texts, pay, parcel: words, common } = view.texts;
  const channels = isCodPayable(parcel) ? await channelsOf(payments, parcel) : [];
  const amount = formatMoney(row.cod_amount, row.currency);
  const back = html`<p class="centre"><a class="back" href="${view.link(`/t/${token}`)}">${common.back}</a></p>`;
  const main =
    channels.length === 0
      ? html`${problemOf(attempt)}<section class="card"><h1>${words.title(row.store_name)}</h1><p class="lead">${isCodPayable(parcel) ? pay.noWay : texts.notNow}</p></section>${back}`
      : html`<div class="till">${bill({ overline: pay.to(row.store_name), title: words.title(row.store_name), sum: amount, what: texts.help })}
${problemOf(attempt)}<section class="card"><form method="post" action="${view.link(`/t/${token}/pay`)}"><input type="hidden" name="nonce" value="${nonce}"><input type="hidden" name="amount" value="${String(row.cod_amount)}">
${offerWays({ channels, attempt, livemode: key.tenant.livemode }, view)}
<button class="button big" type="submit">${pay.pay(amount)}</button><p class="quiet centre">${pay.canLeave}</p>
</form></section>${back}</div>`;
  return showPage(
    {
      title: `${words.payNow} – ${row.store_name}`,
      main,
      hidden: true,
      wide: true,
      styles: 'pay.css',
      footer: pay.footer,
      ...(row.livemode ? {} : { testMode: pay.testMode }),
      ...(attempt ? { status: attempt.status } : {}),
    },
    { ...view, path: `/t/${token}/pay` },
  );
}
