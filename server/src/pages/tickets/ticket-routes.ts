import type { PageAnswer, PageRequest, PageRoute } from '../../core/page-route.ts';
import { openTicketLink, type Events, type OpenedLink } from '../../events/index.ts';
import type { View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import { showTickets } from './show-tickets.ts';

export type TicketPages = { readonly events: Events; readonly view: (request: PageRequest) => View };

const LOOK_UPS_PER_MINUTE_MAX = 60;

/** `/o/<token>`: the tickets of an order for whoever bought them, or one ticket for its new holder. Whoever has the link has the tickets. */
export function ticketRoutes({ events, view }: TicketPages): readonly PageRoute[] {
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
    route('', async (link, request) => showTickets(link, view(request))),
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
