import { currencies, type Currency, type CustomFieldOut } from '@cottontree/contract';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import type { LinkPage } from '../../modules/payments/index.ts';
import { bill, mark } from '../checkout/bill.ts';
import { describedBy, field, isWrong, problemAt, problemOf, type FilledField } from '../checkout/field.ts';
import { offerWays } from '../checkout/offer-ways.ts';
import { formatMajor, formatMoment } from '../format.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { showPage, type View } from '../layout.ts';

/** A payment link: what is to be paid, by whom, and how; or why not. */
export function showLink(page: LinkPage, attempt: FilledField, view: View): PageAnswer {
  const { link, tenant } = page;
  const { pay: texts } = view.texts;
  const isOpen = link.status === 'active' && link.uses_left !== 0;
  const sum = link.amount === null ? null : formatMajor(link.amount, link.currency);
  const until =
    isOpen && link.expires_at !== null
      ? html`<p class="quiet">${texts.link.until(formatMoment(new Date(link.expires_at), page.timeZone))}</p>`
      : null;
  const main = html`<div class="till">${bill({ overline: texts.to(link.merchant_name), title: link.title, sum: isOpen ? sum : null, what: link.description, more: until })}
${isOpen ? form(page, attempt, view) : closed(page, view)}</div>`;
  const title =
    sum === null ? `${link.title} – ${link.merchant_name}` : `${link.title}, ${sum} – ${link.merchant_name}`;
  return showPage(
    {
      title,
      main,
      wide: true,
      styles: 'pay.css',
      script: 'pay.js',
      footer: texts.footer,
      head: headOf(page, title),
      hidden: true,
      ...(tenant.livemode ? {} : { testMode: texts.testMode }),
      ...(attempt
        ? { status: attempt.status }
        : isOpen
          ? {}
          : { status: link.status === 'active' ? 409 : 410 }),
    },
    { ...view, path: `/l/${link.slug}` },
  );
}

function closed(
  { link }: LinkPage,
  {
    texts: {
      pay: { link: texts },
    },
  }: View,
): Html {
  const busy = link.status === 'active';
  const title = busy
    ? texts.busy
    : { inactive: texts.inactive, expired: texts.expired, completed: texts.completed }[
        link.status as 'inactive' | 'expired' | 'completed'
      ];
  const help = busy ? texts.busyHelp : (link.inactive_message ?? texts.ask(link.merchant_name));
  return html`<section class="card outcome" role="status">${mark(link.status === 'completed' ? 'good' : 'calm')}<h2>${title}</h2><p class="prose">${help}</p></section>`;
}

function form(page: LinkPage, attempt: FilledField, view: View): Html {
  const { link, nonce, channels } = page;
  const { pay: texts } = view.texts;
  const button = texts.pay(link.amount === null ? '' : formatMajor(link.amount, link.currency)).trim();
  const ways = offerWays(
    { channels, attempt, livemode: page.tenant.livemode, hasPhone: link.collect.phone !== 'none' },
    view,
  );
  // Nobody types what nobody can send off.
  if (channels.length === 0) return html`${problemOf(attempt)}<section class="card">${ways}</section>`;
  return html`${problemOf(attempt)}<section class="card"><form method="post" action="${view.link(`/l/${link.slug}`)}"><input type="hidden" name="nonce" value="${nonce}">
${link.amount === null ? amounts(page, attempt, view) : html`<input type="hidden" name="amount" value="${link.amount}">`}${payer(page, attempt, view)}
${ways}
<button class="button big" type="submit">${button}</button><p class="quiet centre">${texts.canLeave}</p>${link.uses_left === 1 ? html`<p class="quiet centre">${texts.link.last}</p>` : null}
</form></section>`;
}

function amounts(
  { link }: LinkPage,
  attempt: FilledField,
  {
    texts: {
      pay: { link: texts },
    },
  }: View,
): Html {
  const { suggested_amounts: suggested, currency } = link;
  const chosen = attempt?.values['amount'] ?? String(suggested[0] ?? '');
  const bounds = texts.between(boundOf(link.min_amount, currency), boundOf(link.max_amount, currency));
  const own = html`<span class="money"><span aria-hidden="true">${currencies[currency].sign}</span><input id="own_amount" name="own_amount" inputmode="decimal" autocomplete="off" maxlength="20" aria-label="${suggested.length === 0 ? texts.open : texts.other}" value="${attempt?.values['own_amount'] ?? ''}"${isWrong('own_amount', attempt) ? html` aria-invalid="true" autofocus` : null}${describedBy([isWrong('own_amount', attempt) && 'own_amount-error', bounds !== '' && 'own-help'])}></span>${problemAt('own_amount', attempt)}${bounds === '' ? null : html`<p class="quiet" id="own-help">${bounds}</p>`}`;
  if (suggested.length === 0) return html`<fieldset><legend>${texts.open}</legend>${own}</fieldset>`;
  const radio = (value: string, label: string): Html =>
    html`<label class="option"><input type="radio" name="amount" value="${value}"${value === chosen ? html` checked` : null}><b>${label}</b></label>`;
  return html`<fieldset><legend>${texts.open}</legend><div class="options amounts">${suggested.map((amount) => radio(String(amount), formatMajor(amount, currency)))}${radio('other', texts.other)}</div><div class="other">${own}</div></fieldset>`;
}

function boundOf(amount: number | null, currency: Currency): string | null {
  return amount === null ? null : formatMajor(amount, currency);
}

function payer(
  { link }: LinkPage,
  attempt: FilledField,
  {
    texts: {
      pay: { link: texts },
    },
  }: View,
): Html | null {
  const { collect, custom_fields: custom } = link;
  const asked = (['name', 'phone', 'email', 'note'] as const).filter((one) => collect[one] !== 'none');
  if (asked.length + custom.length === 0) return null;
  const kinds = {
    name: { autocomplete: 'name', lengthMax: 120 },
    phone: { kind: 'tel', autocomplete: 'tel', lengthMax: 32 },
    email: { kind: 'email', autocomplete: 'email', lengthMax: 254 },
    note: { lengthMax: 500 },
  } as const;
  const lines = asked.map((one) =>
    field(
      {
        name: one,
        label: texts[one],
        required: collect[one] === 'required',
        ...(collect[one] === 'required' ? {} : { optional: texts.optional }),
        ...kinds[one],
      },
      attempt,
    ),
  );
  return html`<fieldset><legend>${texts.you}</legend>${lines}${custom.map((one) => customField(one, attempt, texts))}</fieldset>`;
}

function customField(
  { key, label, type, required, options }: CustomFieldOut,
  attempt: FilledField,
  texts: View['texts']['pay']['link'],
): Html {
  const name = `field_${key}`;
  const optional = required ? {} : { optional: texts.optional };
  if (type !== 'choice')
    return field(
      {
        name,
        label,
        required,
        lengthMax: 500,
        ...(type === 'number' ? { keyboard: 'decimal' } : {}),
        ...optional,
      },
      attempt,
    );
  const chosen = attempt?.values[name] ?? '';
  return html`<label for="${name}">${label}${required ? null : html` <span class="optional">(${texts.optional})</span>`}</label>
<select id="${name}" name="${name}"${required ? html` required` : null}${isWrong(name, attempt) ? html` aria-invalid="true" aria-describedby="${name}-error" autofocus` : null}><option value="">${texts.choose}</option>${options.map((option) => html`<option${option === chosen ? html` selected` : null}>${option}</option>`)}</select>${problemAt(name, attempt)}`;
}

/** How the link looks where it is shared. */
function headOf({ link }: LinkPage, title: string): Html {
  return html`<meta name="description" content="${link.description ?? title}"><meta property="og:title" content="${title}"><meta property="og:url" content="${link.url}">${link.description === null ? null : html`<meta property="og:description" content="${link.description}">`}${link.image_url === null ? null : html`<meta property="og:image" content="${link.image_url}">`}
`;
}
