import type { PublicEvent } from '@cottontree/contract';
import type { PageAnswer } from '../../core/page-route.ts';
import { tellClock, tellDay, tellPeriod, type EventPage } from '../../events/index.ts';
import { mark } from '../checkout/bill.ts';
import { problemOf, type Attempt } from '../checkout/field.ts';
import { formatDay, formatMoment } from '../format.ts';
import { html, type Html } from '../html.ts';
import { showPage, type View } from '../layout.ts';
import { opensAt, sellingOf, type Selling } from './event-state.ts';
import { eventHead } from './event-head.ts';
import { showTicketForm, showTicketList } from './show-ticket-form.ts';
import { showWaitlistForm } from './show-waitlist-form.ts';

/** What the visitor was about, and what came of it. */
export type EventVisit = { readonly attempt: Attempt; readonly done: 'waiting' | 'waiting_already' | null };

/** An event as people find it: when and where, and its tickets. */
export function showEvent(page: EventPage, { attempt, done }: EventVisit, view: View): PageAnswer {
  const { event, now, tenant } = page;
  const { events: texts } = view.texts;
  const selling = sellingOf(event, now);
  const main = html`${done === null ? null : html`<p class="notice" role="status">${done === 'waiting' ? texts.waiting : texts.waitingAlready}</p>`}
<div class="stand">${poster(event, selling, view)}
<aside aria-label="${texts.tickets}">${problemOf(attempt)}${sale(page, { selling, attempt, done }, view)}</aside>
<div>${about(event, view)}</div></div>`;
  const title = texts.titleOf(event.name, event.organizer);
  return showPage(
    {
      title,
      main,
      wide: true,
      styles: 'event.css',
      script: 'pay.js',
      footer: texts.footer,
      head: eventHead(event, { title, selling }),
      hidden: !tenant.livemode,
      ...(tenant.livemode ? {} : { testMode: texts.testMode }),
      ...(attempt ? { status: attempt.status } : {}),
    },
    { ...view, path: `/e/${event.id}` },
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
  const over = selling === 'cancelled' || selling === 'completed';
  return html`<section class="card poster"><p class="overline">${texts.by(event.organizer)}</p><h1>${event.name}</h1>
<div class="glance"><div><span class="tile" aria-hidden="true"><b>${day}</b>${month}</span><p><b>${tellPeriod({ start, end, timeZone })}</b>${doorsAt === null ? null : texts.doors(doorsAt)}${over ? null : html`${doorsAt === null ? null : html` <br>`}<a href="/e/${event.id}/event.ics">${texts.calendar}</a>`}</p></div>
<div><span class="tile clear">${PIN}</span><p>${event.venue === null && event.address === null ? texts.whereUnknown : html`${event.venue === null ? null : html`<b>${event.venue}</b>`}${event.address}`}</p></div></div></section>`;
}

function about(
  { description, refund_policy: policy }: PublicEvent,
  { texts: { events: texts } }: View,
): Html {
  return html`${description === null ? null : html`<section class="card"><h2>${texts.about}</h2><div class="prose">${description}</div></section>`}${policy === null ? null : html`<section class="card"><h2>${texts.refunds}</h2><div class="prose">${policy}</div></section>`}`;
}

function sale(
  page: EventPage,
  { selling, attempt, done }: EventVisit & { readonly selling: Selling },
  view: View,
): Html {
  const { event } = page;
  const { events: texts } = view.texts;
  const gone = event.ticket_types.some((type) => type.on_sale && type.remaining === 0);
  const wait = gone && done === null ? showWaitlistForm(page, attempt, view) : null;
  if (selling === 'on_sale')
    return html`${showTicketForm(page, attempt, view)}${wait === null ? null : html`<details class="folded"${isWaiting(attempt) ? html` open` : null}><summary>${texts.waitlistAsk}</summary>${wait}</details>`}`;
  if (selling === 'sold_out') return html`${stateCard('calm', texts.allGone, null)}${wait}`;
  const opens = opensAt(event);
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
  return html`${stateCard(...said[selling])}${selling === 'not_open' ? showTicketList(page, view) : null}`;
}

function isWaiting(attempt: Attempt): boolean {
  return attempt?.values['wait_quantity'] !== undefined;
}

function stateCard(kind: 'calm' | 'bad', title: string, help: string | null): Html {
  return html`<section class="card outcome state">${mark(kind)}<h2>${title}</h2>${help === null ? null : html`<p>${help}</p>`}</section>`;
}

const PIN = html`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 22c5-6 7-9 7-12a7 7 0 0 0-14 0c0 3 2 6 7 12z"/><circle cx="12" cy="10" r="2.500"/></svg>`;
