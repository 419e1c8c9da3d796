import type { PublicEvent, PublicTicketType } from '@cottontree/contract';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import { tellClock, tellDay, tellTimes, type EventPage } from '../../modules/events/index.ts';
import { parseUrl } from '../../kernel/web/parse-url.ts';
import { askShop } from '../ask-shop.ts';
import { mark } from '../checkout/bill.ts';
import { field, problemOf, type FilledField } from '../checkout/field.ts';
import { formatDay, formatMoment } from '../format.ts';
import { html, jsonData, type Html } from '../../kernel/web/html.ts';
import { showPage, type View } from '../layout.ts';
import { isBought, type Buying } from './buying.ts';
import { isSoldOut, opensAt, sellingOf, type Selling } from './event-state.ts';
import { showTicketForm, showTicketList } from './show-ticket-form.ts';

/** What the visitor was about, and what came of it. */
export type EventPageCall = {
  readonly attempt: FilledField;
  readonly done: 'waiting' | 'waiting_already' | null;
  readonly buying: Buying;
};

/** An event as people find it: when and where, and its tickets. */
export function showEvent(page: EventPage, call: EventPageCall, view: View): PageAnswer {
  const { attempt, done } = call;
  const { event, now, tenant } = page;
  const { events: texts } = view.texts;
  const selling = sellingOf(event, now);
  const main = html`${done === null ? null : html`<p class="notice" role="status">${done === 'waiting' ? texts.waiting : texts.waitingAlready}</p>`}
${cover(event, view)}<div class="stand">${poster(event, selling, view)}
<aside aria-label="${texts.tickets}">${problemOf(attempt)}${sale(page, { ...call, selling }, view)}</aside>
<div class="later">${about(event, view)}</div></div>`;
  const title = texts.titleOf(event.name, event.organizer);
  return showPage(
    {
      title,
      main,
      wide: true,
      styles: 'event.css',
      script: 'tickets.js',
      footer: texts.footer,
      head: eventHead(event, { title, selling }),
      hidden: !tenant.livemode,
      ...(tenant.livemode ? {} : { testMode: texts.testMode }),
      ...(attempt ? { status: attempt.status } : {}),
    },
    // In another language it says the same.
    { ...view, path: `/e/${event.id}${done === 'waiting' ? '?waiting=1' : ''}` },
  );
}

function poster(event: PublicEvent, selling: Selling, view: View): Html {
  const { events: texts } = view.texts;
  const [start, end] = [new Date(event.start_date), new Date(event.end_date)];
  const timeZone = event.timezone;
  const doors = event.doors_open === null ? null : new Date(event.doors_open);
  const doorsAt =
    doors &&
    (tellDay(doors, timeZone) === tellDay(start, timeZone)
      ? tellClock(doors, timeZone)
      : formatMoment(doors, timeZone));
  const [day = '', month = ''] = formatDay(start, timeZone).split(' ');
  const { days, hours } = tellTimes({ start, end, timeZone, language: view.language });
  const over = selling === 'cancelled' || selling === 'completed';
  return html`<section class="poster"><p class="overline">${texts.by(event.organizer)}</p><h1>${event.name}</h1>
<div class="glance"><div><span class="tile" aria-hidden="true"><b>${day}</b><i>${month}</i></span><p><b>${days}</b>${hours === null ? null : html`<span>${hours}</span>`}${doorsAt === null ? null : html`<span>${texts.doors(doorsAt)}</span>`}${over ? null : html`<a href="/e/${event.id}/event.ics">${texts.calendar}</a>`}</p></div>
<div><span class="tile clear">${PIN}</span><p>${event.venue === null && event.address === null ? texts.whereUnknown : html`${event.venue === null ? null : html`<b>${event.venue}</b>`}${event.address === null ? null : html`<span>${event.address}</span>`}<a href="${mapUrl(event)}" rel="noreferrer">${texts.way}</a>`}</p></div></div></section>`;
}

/** Where people look up ways: nothing is asked for there until somebody goes. */
function mapUrl({ venue, address }: PublicEvent): string {
  const place = [venue, address].filter((one) => one !== null).join(', ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

/** The event's own picture, else the merchant's: always from here, so that no other host learns who looks. */
function cover({ id, image_url: picture, public_url: here }: PublicEvent, { brand }: View): Html | null {
  const kept = brand?.look.cover_token ?? null;
  const own = picture === null ? null : ownPicture(picture, here);
  const path = own ?? (picture === null ? (kept === null ? null : `/f/${kept}`) : `/e/${id}/cover`);
  return path === null ? null : html`<img class="cover" src="${path}" alt="" width="1028" height="220">`;
}

/** The path of a picture that this server keeps itself. */
export function ownPicture(picture: string, here: string): string | null {
  const url = parseUrl(picture);
  return url !== null && url.origin === parseUrl(here)?.origin ? url.pathname : null;
}

function about({ description, refund_policy: policy }: PublicEvent, view: View): Html {
  const { events: texts } = view.texts;
  const asks = askShop(view);
  return html`${description === null ? null : html`<h2>${texts.about}</h2><div class="prose">${description}</div>`}${policy === null ? null : html`<h2>${texts.refunds}</h2><div class="prose">${policy}</div>`}${asks === null ? null : html`<h2>${texts.questions}</h2>${asks}`}`;
}

function sale(
  page: EventPage,
  { selling, attempt, done, buying }: EventPageCall & { readonly selling: Selling },
  view: View,
): Html {
  const { event, now } = page;
  const { events: texts } = view.texts;
  const gone = event.ticket_types.some((type) => type.on_sale && type.remaining === 0);
  const wait = gone && done === null ? showWaitlistForm(page, attempt, view) : null;
  if (selling === 'on_sale' && !event.ticket_types.some((type) => isBought(type, buying)))
    return html`${stateCard('calm', texts.noneFree, texts.noneFreeHelp)}${showTicketList(page, buying, view)}${wait}`;
  if (selling === 'on_sale')
    return html`${showTicketForm(page, { attempt, buying }, view)}${wait === null ? null : html`<details class="folded"${isWaiting(attempt) ? html` open` : null}><summary>${texts.waitlistAsk}</summary>${wait}</details>`}`;
  if (selling === 'sold_out') return html`${stateCard('calm', texts.allGone, null)}${wait}`;
  const opens = opensAt(event, now);
  const said: Readonly<
    Record<
      Exclude<Selling, 'on_sale' | 'sold_out'>,
      readonly [kind: 'calm' | 'bad', title: string, help: string | null]
    >
  > = {
    cancelled: ['bad', texts.cancelled, texts.cancelledHelp],
    completed: ['calm', texts.completed, texts.completedHelp],
    not_open: [
      'calm',
      texts.notOpen(opens === null ? '' : formatMoment(opens, event.timezone)),
      texts.notOpenHelp,
    ],
    closed: ['calm', texts.salesClosed, null],
    none: ['calm', texts.nothingOnSale, null],
  };
  return html`${stateCard(...said[selling])}${selling === 'not_open' ? html`${showTicketList(page, buying, view)}${wait}` : null}`;
}

function isWaiting(attempt: FilledField): boolean {
  return attempt?.values['wait_quantity'] !== undefined;
}

function stateCard(kind: 'calm' | 'bad', title: string, help: string | null): Html {
  return html`<section class="card outcome state">${mark(kind)}<h2>${title}</h2>${help === null ? null : html`<p>${help}</p>`}</section>`;
}

const PIN = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 22c5-6 7-9 7-12a7 7 0 0 0-14 0c0 3 2 6 7 12z"/><circle cx="12" cy="10" r="2.5"/></svg>`;

const DESCRIPTION_CHARACTERS_MAX = 200;

/** What search engines and those who share the page are told of an event. */
function eventHead(
  event: PublicEvent,
  { title, selling }: { readonly title: string; readonly selling: Selling },
): Html {
  const description = shorten(event.description ?? title);
  return html`<meta name="description" content="${description}"><meta property="og:type" content="event"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${event.public_url}">${event.image_url === null ? null : html`<meta property="og:image" content="${event.image_url}">`}
<link rel="canonical" href="${event.public_url}">
<script type="application/ld+json">${jsonData(linkedData(event, { description, selling }))}</script>
`;
}

function linkedData(
  event: PublicEvent,
  { description, selling }: { readonly description: string; readonly selling: Selling },
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description,
    startDate: event.start_date,
    endDate: event.end_date,
    eventStatus: `https://schema.org/${selling === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    organizer: { '@type': 'Organization', name: event.organizer },
    url: event.public_url,
    ...(event.doors_open === null ? {} : { doorTime: event.doors_open }),
    ...(event.image_url === null ? {} : { image: event.image_url }),
    ...(event.venue === null && event.address === null
      ? {}
      : {
          location: {
            '@type': 'Place',
            name: event.venue ?? event.address,
            address: event.address ?? event.venue,
          },
        }),
    offers: event.ticket_types.map((type) => offerOf(type, event.public_url)),
  };
}

function offerOf(type: PublicTicketType, url: string): object {
  const availability = type.remaining === 0 ? 'SoldOut' : type.on_sale ? 'InStock' : 'OutOfStock';
  return {
    '@type': 'Offer',
    name: type.name,
    price: type.price,
    priceCurrency: type.currency,
    availability: `https://schema.org/${availability}`,
    url,
    ...(type.sales_start === null ? {} : { validFrom: type.sales_start }),
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= DESCRIPTION_CHARACTERS_MAX
    ? line
    : `${characters.slice(0, DESCRIPTION_CHARACTERS_MAX - 1).join('')}…`;
}

/** Beyond this the whole of a sold-out event would have to come back. */
const WAITED_FOR_MAX = 10;

/** Where people wait for what is sold out. Its fields begin with `wait_`, for the form of the tickets may stand on the same page. */
function showWaitlistForm({ event, nonce }: EventPage, attempt: FilledField, view: View): Html {
  const { events: texts } = view.texts;
  const types = event.ticket_types.filter(isSoldOut);
  const [only] = types;
  const chosen = attempt?.values['wait_type'] ?? only?.id;
  const pick =
    types.length === 1 && only
      ? html`<p><b>${only.name}</b></p><input type="hidden" name="wait_type" value="${only.id}">`
      : html`<label for="wait_type">${texts.waitFor}</label><select id="wait_type" name="wait_type">${types.map(({ id, name }) => html`<option value="${id}"${id === chosen ? html` selected` : null}>${name}</option>`)}</select>`;
  const quantity = attempt?.values['wait_quantity'];
  const least = Math.min(...types.map((type) => type.min_per_order));
  const most = Math.min(WAITED_FOR_MAX, Math.max(...types.map((type) => type.max_per_order)));
  const quantities = Array.from({ length: Math.max(1, most - least + 1) }, (_, at) => least + at);
  return html`<section class="card" id="waitlist"><h2>${texts.waitlist}</h2><p>${texts.waitlistHelp}</p><form method="post" action="${view.link(`/e/${event.id}/waitlist`)}"><input type="hidden" name="nonce" value="${nonce}">
${pick}<label for="wait_quantity">${texts.quantity}</label><select id="wait_quantity" name="wait_quantity">${quantities.map((one) => html`<option${String(one) === quantity ? html` selected` : null}>${one}</option>`)}</select>
${field({ name: 'wait_name', label: texts.name, autocomplete: 'name', lengthMax: 120 }, attempt)}
${field({ name: 'wait_phone', label: texts.phone, kind: 'tel', autocomplete: 'tel', lengthMax: 32 }, attempt)}
${field({ name: 'wait_email', label: texts.email, kind: 'email', autocomplete: 'email', lengthMax: 254 }, attempt)}
<button class="button" type="submit">${texts.wait}</button></form></section>`;
}
