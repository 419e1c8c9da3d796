import { formatMoney, formatTicketCode } from '@cottontree/contract';
import type { PageAnswer, PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import {
  openTicketLink,
  tellClock,
  tellDay,
  tellPeriod,
  type Events,
  type OpenedLink,
} from '../../modules/events/index.ts';
import { formatMoment } from '../format.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { showPage, type Dressed, type View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import { qrPicture } from '../qr-picture.ts';

type TicketPages = {
  readonly events: Events;
  readonly view: (request: PageRequest) => View;
  readonly dressed: Dressed;
};

const LOOK_UPS_PER_MINUTE_MAX = 60;

/** `/o/<token>`: the tickets of an order for whoever bought them, or one ticket for its new holder. Whoever has the link has the tickets. */
export function ticketRoutes({ events, view, dressed }: TicketPages): readonly PageRoute[] {
  const route = (
    path: string,
    show: (link: OpenedLink, request: PageRequest) => Promise<PageAnswer>,
  ): PageRoute => ({
    method: 'GET',
    path: `/o/:token${path}`,
    limit: { param: 'token', perMinuteMax: LOOK_UPS_PER_MINUTE_MAX },
    handle: async (request) => {
      const link = await openTicketLink(events, request.params['token'] ?? '');
      return link === null
        ? showProblem({ status: 404, requestId: request.requestId }, view(request))
        : show(link, request);
    },
  });
  return [
    route('', async (link, request) => showTickets(link, await dressed(request, link.sheets.tenant))),
    route('/tickets.pdf', async (link) =>
      fileOf(await link.print(), {
        type: 'application/pdf',
        name: `${link.sheets.occasion.order_number}.pdf`,
        place: 'inline',
      }),
    ),
    route('/event.ics', async (link) =>
      fileOf(Buffer.from(link.writeCalendar()), {
        type: 'text/calendar; charset=utf-8',
        name: 'event.ics',
        place: 'attachment',
      }),
    ),
  ];
}

function fileOf(
  body: Buffer,
  {
    type,
    name,
    place,
  }: { readonly type: string; readonly name: string; readonly place: 'inline' | 'attachment' },
): PageAnswer {
  return {
    status: 200,
    type,
    body,
    headers: {
      'content-disposition': `${place}; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`,
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

type Ticket = OpenedLink['sheets']['tickets'][number];

/** The tickets behind a link, each with its code large enough for the door. */
function showTickets(link: OpenedLink, view: View): PageAnswer {
  const { occasion, tenant, tickets } = link.sheets;
  const { tickets: texts } = view.texts;
  const cancelled = occasion.event_status === 'cancelled';
  const main = html`${head(link, view)}
${cancelled ? html`<p class="error" role="alert">${texts.cancelled}</p>` : null}
${link.refundedMinor === 0n ? null : html`<p class="notice">${texts.refunded(formatMoney(link.refundedMinor, occasion.currency))}</p>`}
${tickets.map((ticket, at) => card(ticket, { place: at + 1, of: tickets.length, timeZone: occasion.time_zone, cancelled }, view))}
${link.handedOn.map((name) => html`<p class="card quiet">${name === null ? texts.handedOn : texts.handedOnTo(name)}</p>`)}
${particulars(link, view)}
${actions(link, view, cancelled)}`;
  const title = texts.titleOf(occasion.event_name);
  return showPage(
    {
      title,
      main,
      hidden: true,
      styles: 'event.css',
      footer: texts.footer,
      ...(tenant.livemode ? {} : { testMode: texts.testMode }),
    },
    { ...view, path: `/o/${link.token}` },
  );
}

/** Short, so that the first ticket's code stands on the first screen of a phone. */
function head({ sheets: { occasion } }: OpenedLink, { language }: View): Html {
  const { start_date: start, end_date: end, time_zone: timeZone } = occasion;
  return html`<section class="card status occasion"><h1>${occasion.event_name}</h1><p>${tellPeriod({ start, end, timeZone, language })}</p></section>`;
}

/** What else there is to know of the event and the order. */
function particulars({ sheets: { occasion } }: OpenedLink, { texts: { tickets: texts } }: View): Html {
  const { start_date: start, time_zone: timeZone, doors_open: doors, venue, address } = occasion;
  const doorsAt =
    doors === null
      ? null
      : tellDay(doors, timeZone) === tellDay(start, timeZone)
        ? tellClock(doors, timeZone)
        : formatMoment(doors, timeZone);
  const place = [venue, address].filter((part) => part !== null).join('\n');
  return html`<section class="card"><p class="prose">${place === '' ? texts.whereUnknown : place}</p>
${doorsAt === null ? null : html`<p>${texts.doors(doorsAt)}</p>`}
<p class="quiet">${texts.soldBy(occasion.store_name)}<br>${texts.order} <span class="mono">${occasion.order_number}</span></p></section>`;
}

type Standing = {
  readonly place: number;
  readonly of: number;
  readonly timeZone: string;
  readonly cancelled: boolean;
};

function card(
  { row, qr, code: kept }: Ticket,
  { place, of, timeZone, cancelled }: Standing,
  { texts: { tickets: texts } }: View,
): Html {
  const code = formatTicketCode(kept);
  const more = [
    row.admits > 1 ? texts.admits(row.admits) : null,
    row.seat === null ? null : texts.seat(row.seat),
    of > 1 ? texts.place(place, of) : null,
  ].filter((text) => text !== null);
  const problem =
    row.status === 'void' || cancelled ? texts.isVoid : row.status === 'blocked' ? texts.isBlocked : null;
  return html`<section class="card ticket"><h2>${row.type_name}${more.map((text) => html` &#183; ${text}`)}</h2>
${row.holder_name === null ? null : html`<p class="holder">${row.holder_name}</p>`}
${problem === null ? html`${qrPicture(qr, texts.qrOf(code))}<p class="ticket-code mono">${code}</p>` : html`<p class="error">${problem}</p>`}
${row.used_at === null ? null : html`<p class="notice">${texts.usedAt(formatMoment(row.used_at, timeZone))}</p>`}
${problem === null ? html`<p class="quiet">${texts.show}</p>` : null}</section>`;
}

function actions(
  { token, sheets }: OpenedLink,
  { texts: { tickets: texts } }: View,
  cancelled: boolean,
): Html | null {
  if (cancelled || sheets.tickets.every(({ row }) => row.status === 'void')) return null;
  return html`<p class="pair"><a class="button" href="/o/${token}/tickets.pdf">${texts.pdf}</a><a class="button plain" href="/o/${token}/event.ics">${texts.calendar}</a></p>`;
}
