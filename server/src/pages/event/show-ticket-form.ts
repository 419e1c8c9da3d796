import {
  currencies,
  parseAmount,
  type CreateTicketOrderBody,
  type JoinWaitlistBody,
  type PublicTicketType,
} from '@cottontree/contract';
import type { EventPage } from '../../modules/events/index.ts';
import { moneyMarkup } from '../checkout/bill.ts';
import { field, isWrong, problemAt, type FilledField } from '../checkout/field.ts';
import { formatMajor, formatMoment } from '../format.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { isWholeMailAddress } from '../../kernel/web/is-whole-mail-address.ts';
import type { View } from '../layout.ts';
import { Misread } from '../checkout/answer-form.ts';
import { readTypedAmount } from '../checkout/read-typed-amount.ts';
import { readPhoneText } from '../checkout/read-way.ts';
import { isBought, type Buying } from './buying.ts';
import { isSoldOut, typeOpensAt } from './event-state.ts';

/** Beyond this many a list to choose from is longer than a screen. */
const CHOICES_MAX = 20;

type TicketForm = { readonly attempt: FilledField; readonly buying: Buying };

/** The tickets on sale, who buys, and the button that holds them. */
export function showTicketForm(page: EventPage, { attempt, buying }: TicketForm, view: View): Html {
  const { event, nonce } = page;
  const { events: texts } = view.texts;
  const bought = event.ticket_types.filter((type) => isBought(type, buying));
  const allFree = bought.every(({ kind }) => kind === 'free');
  const { sign, decimals } = currencies[event.currency];
  return html`<section class="card sale"><h2>${texts.tickets}</h2>${buying === 'all' ? null : html`<p class="notice waiting">${texts.noWay[buying]}</p>`}<form method="post" action="${view.link(`/e/${event.id}`)}"><input type="hidden" name="nonce" value="${nonce}">
<ul class="types">${event.ticket_types.map((type) => row(type, { page, attempt, buying, isOnly: bought.length === 1 }, view))}</ul>
<p class="quiet">${texts.most(event.max_tickets_per_order)}</p>
${buyer(attempt, view)}
${allFree ? null : html`<details${attempt?.values['promo'] ? html` open` : null}><summary>${texts.promoAsk}</summary>${field({ name: 'promo', label: texts.promo, autocomplete: 'off', lengthMax: 40 }, attempt)}</details>`}
${allFree ? null : html`<p class="quiet hold-help">${texts.holdHelp(event.hold_minutes)}</p>`}
<div class="buy">${allFree ? null : html`<p class="running" id="running" hidden data-sign="${sign}" data-unit="${10 ** decimals}"><span>${texts.total}</span><span></span></p>`}<button class="button big" type="submit">${allFree ? texts.holdFree : texts.hold}</button></div></form></section>`;
}

/** What tickets there are and what they cost, where none can be had now. */
export function showTicketList(page: EventPage, buying: Buying, view: View): Html | null {
  const { ticket_types: types } = page.event;
  if (types.length === 0) return null;
  return html`<section class="card"><h2>${view.texts.events.tickets}</h2><ul class="types">${types.map((type) => row(type, { page, attempt: null, buying, isOnly: false }, view))}</ul></section>`;
}

type Row = TicketForm & { readonly page: EventPage; readonly isOnly: boolean };

function row(type: PublicTicketType, { page, attempt, buying, isOnly }: Row, view: View): Html {
  const { events: texts } = view.texts;
  const canBuy = isBought(type, buying);
  const extra = [
    type.admits > 1 ? texts.admits(type.admits) : null,
    canBuy && type.sales_end !== null
      ? texts.salesEnd(formatMoment(new Date(type.sales_end), page.event.timezone))
      : null,
  ].filter((text) => text !== null);
  return html`<li${canBuy ? null : html` class="gone"`}><div><p class="name" id="name-${type.id}">${type.name}</p>${type.description === null ? null : html`<p class="quiet prose">${type.description}</p>`}
<p class="price">${moneyMarkup(priceOf(type, view))}</p>${extra.map((text) => html`<p class="quiet">${text}</p>`)}${canBuy && type.remaining !== 'available' ? html`<p class="quiet few">${texts.left(type.remaining)}</p>` : null}</div>
${canBuy ? count(type, { attempt, isOnly }, view) : html`<span class="stands">${standsAt(type, page, view)}</span>`}${canBuy && type.kind === 'donation' ? ownPrice(type, attempt, view) : null}</li>`;
}

function priceOf(
  { kind, price, min_price: least, currency }: PublicTicketType,
  { texts: { events: texts } }: View,
): string {
  if (kind === 'donation')
    return least === null || least === 0 ? texts.anyPrice : texts.from(formatMajor(least, currency));
  return kind === 'free' || price === 0 ? texts.free : formatMajor(price, currency);
}

function standsAt(
  type: PublicTicketType,
  { event, now }: EventPage,
  { texts: { events: texts } }: View,
): string {
  if (isSoldOut(type)) return texts.soldOut;
  if (type.on_sale) return texts.notHere;
  const opens = typeOpensAt(type, event, now);
  if (opens !== null) return texts.opens(formatMoment(new Date(opens), event.timezone));
  return [type.sales_end, event.sales_end].some((time) => time !== null && new Date(time) <= now)
    ? texts.closed
    : texts.paused;
}

function count(
  type: PublicTicketType,
  { attempt, isOnly }: Pick<Row, 'attempt' | 'isOnly'>,
  { texts: { events: texts } }: View,
): Html {
  const name = `count_${type.id}`;
  const most = Math.min(type.max_per_order, type.remaining === 'available' ? Infinity : type.remaining);
  const chosen = attempt?.values[name] ?? String(isOnly ? type.min_per_order : 0);
  const label = html`<label class="hidden" for="${type.id}">${texts.howMany(type.name)}</label>`;
  const price = minorOf(type.price, type);
  if (most > CHOICES_MAX)
    return html`<div>${label}<input class="count" id="${type.id}" name="${name}" type="number" inputmode="numeric" min="0" max="${most}" value="${chosen}" data-price="${price}"></div>`;
  const counts = [
    0,
    ...Array.from({ length: Math.max(0, most - type.min_per_order + 1) }, (_, at) => type.min_per_order + at),
  ];
  return html`<div class="stepper" data-less="${texts.fewer(type.name)}" data-more="${texts.more(type.name)}">${label}<select id="${type.id}" name="${name}" data-price="${price}">${counts.map((one) => html`<option${String(one) === chosen ? html` selected` : null}>${one}</option>`)}</select></div>`;
}

function ownPrice(type: PublicTicketType, attempt: FilledField, { texts: { events: texts } }: View): Html {
  const name = `price_${type.id}`;
  const value = attempt?.values[name] ?? String(type.price > 0 ? type.price : (type.min_price ?? ''));
  return html`<div class="own"><label for="own-${type.id}">${texts.yourPrice(type.name)}</label><span class="money"><span aria-hidden="true">${currencies[type.currency].sign}</span><input id="own-${type.id}" name="${name}" inputmode="decimal" maxlength="20" value="${value}"${isWrong(name, attempt) ? html` aria-invalid="true" aria-describedby="${name}-error" autofocus` : null}></span>${problemAt(name, attempt)}</div>`;
}

function minorOf(amount: number, { currency }: PublicTicketType): string {
  const parsed = parseAmount(amount, currency);
  return parsed.ok ? String(parsed.minor) : '0';
}

function buyer(attempt: FilledField, { texts: { events: texts } }: View): Html {
  return html`<fieldset><legend>${texts.you}</legend>${field({ name: 'name', label: texts.name, autocomplete: 'name', required: true, lengthMax: 120 }, attempt)}
${field({ name: 'phone', label: texts.phone, kind: 'tel', autocomplete: 'tel', lengthMax: 32, help: texts.phoneHelp }, attempt)}
${field({ name: 'email', label: texts.email, kind: 'email', autocomplete: 'email', lengthMax: 254 }, attempt)}</fieldset>`;
}

type Form = Readonly<Record<string, string>>;

const QUANTITY_MAX = 100;

/** What the form of an event's tickets asks for; refuses in words for people what is missing or cannot be read. */
export function readTicketForm(page: EventPage, form: Form, { texts }: View): CreateTicketOrderBody {
  const { problems } = texts.events;
  const items = page.event.ticket_types.flatMap((type) => readItem(type, form, texts.events));
  if (items.length === 0) throw new Misread(problems.none, null);
  const name = form['name'] ?? '';
  if (name === '' || name.length > 120) throw new Misread(problems.name, 'name');
  const reach = readReach(
    page,
    { phone: form['phone'] ?? '', email: form['email'] ?? '' },
    { texts: texts.events, prefix: '' },
  );
  const promo = form['promo'] ?? '';
  if (promo.length > 40) throw new Misread(problems.promo, 'promo');
  return { items, channel: 'web', buyer: { name, ...reach }, ...(promo === '' ? {} : { promo_code: promo }) };
}

/** What the form of the waiting list asks for. */
export function readWaitlistForm(
  page: EventPage,
  form: Form,
  { texts: { events: texts } }: View,
): JoinWaitlistBody {
  const type = page.event.ticket_types.find(({ id }) => id === form['wait_type']);
  const quantity = form['wait_quantity'] ?? '1';
  if (!type || !/^([1-9]|1\d|20)$/.test(quantity)) throw new Misread(texts.problems.none, 'wait_type');
  const name = (form['wait_name'] ?? '').slice(0, 120);
  const reach = readReach(
    page,
    { phone: form['wait_phone'] ?? '', email: form['wait_email'] ?? '' },
    { texts, prefix: 'wait_' },
  );
  return { ticket_type_id: type.id, quantity: Number(quantity), ...(name === '' ? {} : { name }), ...reach };
}

type EventTexts = View['texts']['events'];

function readItem(
  type: PublicTicketType,
  form: Form,
  { problems }: EventTexts,
): CreateTicketOrderBody['items'] {
  const written = form[`count_${type.id}`] ?? '0';
  const quantity = /^\d{1,3}$/.test(written) ? Number(written) : written === '' ? 0 : Number.NaN;
  if (quantity === 0) return [];
  if (!(quantity <= QUANTITY_MAX)) throw new Misread(problems.tooMany, `count_${type.id}`);
  if (type.kind !== 'donation') return [{ ticket_type_id: type.id, quantity }];
  const price = readTypedAmount(form[`price_${type.id}`] ?? '', type.currency);
  const parsed = price === null ? null : parseAmount(price, type.currency);
  const least = parseAmount(type.min_price ?? 0, type.currency);
  if (price === null || !parsed?.ok || !least.ok || parsed.minor < least.minor)
    throw new Misread(problems.price, `price_${type.id}`);
  return [{ ticket_type_id: type.id, quantity, unit_price: price }];
}

type Reach = { readonly phone?: string; readonly email?: string };

/** Tickets, or the word that there are some, must come to somebody. */
function readReach(
  { tenant, seller }: EventPage,
  { phone: written, email }: { readonly phone: string; readonly email: string },
  { texts, prefix }: { readonly texts: EventTexts; readonly prefix: string },
): Reach {
  if (written === '' && email === '') throw new Misread(texts.reach, `${prefix}phone`);
  const phone =
    written === '' ? null : readPhoneText(written, { livemode: tenant.livemode, country: seller.country });
  if (written !== '' && phone === null) throw new Misread(texts.problems.phone, `${prefix}phone`);
  if (email !== '' && !isWholeMailAddress(email)) throw new Misread(texts.problems.email, `${prefix}email`);
  return { ...(phone === null ? {} : { phone }), ...(email === '' ? {} : { email }) };
}
