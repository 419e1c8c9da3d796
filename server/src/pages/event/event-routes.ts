import type { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import {
  cancelOnPage,
  findOrderLink,
  holdOnPage,
  openEventPage,
  openOrderPage,
  payOnPage,
  waitOnPage,
  type EventPage,
  type Events,
  type OrderPage,
  type PageVisitor,
} from '../../modules/events/index.ts';
import { pageChannels, type Payments } from '../../modules/payments/index.ts';
import { answerForm, formKey, wayRefused } from '../checkout/answer-form.ts';
import type { FilledField } from '../checkout/field.ts';
import { readWay } from '../checkout/read-way.ts';
import { goTo, type Dressed, type View } from '../layout.ts';
import { showProblem } from '../problem-page.ts';
import { coverOf, createCovers } from './covers.ts';
import { readTicketForm, readWaitlistForm } from './show-ticket-form.ts';
import { buyingOf, refuseUnpayable } from './buying.ts';
import { showEvent, type EventPageCall } from './show-event.ts';
import { orderPath, showOrder } from './show-order.ts';

type EventPages = {
  readonly events: Events;
  readonly payments: Payments;
  readonly view: (request: PageRequest) => View;
  readonly dressed: Dressed;
};
type PageCall = { readonly page: EventPage; readonly request: PageRequest; readonly view: View };
type OrderPageCall = PageCall & { readonly order: OrderPage };

/** `/e/<event>`: an event with its tickets; with `order` and `client_secret`, an order of them. */
export function eventRoutes(pages: EventPages): readonly PageRoute[] {
  const { events, view, dressed } = pages;
  const covers = createCovers(events);
  const route = (
    method: PageRoute['method'],
    path: string,
    show: (pageCall: PageCall) => Promise<PageAnswer>,
  ): PageRoute => ({
    method,
    path: `/e/:event${path}`,
    handle: async (request) => {
      const page = await openEventPage(events, request.params['event'] ?? '');
      return page === null
        ? notFound(request, view(request))
        : show({ page, request, view: await dressed(request, page.tenant) });
    },
  });
  return [
    route('GET', '', async (pageCall) =>
      pageCall.request.query['order'] === undefined
        ? lookAround(pages, pageCall, { attempt: null, done: doneOf(pageCall.request) })
        : withOrder(pages, pageCall, (one) => look(pages, one)),
    ),
    route('GET', '/cover', async ({ page }) => {
      const { image_url: url } = page.event;
      const picture = url === null ? null : await covers.find(url);
      return coverOf(picture);
    }),
    route('GET', '/event.ics', async ({ page }) => calendarOf(page)),
    route('POST', '', (pageCall) => hold(pages, pageCall)),
    route('POST', '/waitlist', (pageCall) => wait(pages, pageCall)),
    route('POST', '/pay', (pageCall) => withOrder(pages, pageCall, (one) => pay(pages, one))),
    route('POST', '/cancel', (pageCall) => withOrder(pages, pageCall, (one) => cancel(pages, one))),
  ];
}

function notFound({ requestId }: PageRequest, view: View): PageAnswer {
  return showProblem({ status: 404, requestId }, view);
}

type Looked = Pick<EventPageCall, 'attempt' | 'done'>;

async function lookAround(pages: EventPages, { page, view }: PageCall, looked: Looked): Promise<PageAnswer> {
  return showEvent(page, { ...looked, buying: await buyingOf(pages.events, page) }, view);
}

/** The form once more, by what is left now. */
async function lookAgain(pages: EventPages, pageCall: PageCall, attempt: FilledField): Promise<PageAnswer> {
  const page = (await openEventPage(pages.events, pageCall.page.event.id)) ?? pageCall.page;
  return lookAround(pages, { ...pageCall, page }, { attempt, done: null });
}

function doneOf({ query }: PageRequest): EventPageCall['done'] {
  return query['waiting'] === '1' ? 'waiting' : null;
}

function calendarOf(page: EventPage): PageAnswer {
  return {
    status: 200,
    type: 'text/calendar; charset=utf-8',
    body: page.writeCalendar(),
    headers: {
      'content-disposition': 'attachment; filename="event.ics"',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

function visitorOf({ requestId, address, form, path }: PageRequest): PageVisitor {
  return { requestId, address, idempotency: formKey(form, path) };
}

/** The order that the query or the form names, for whoever has its secret. */
async function withOrder(
  { events }: EventPages,
  pageCall: PageCall,
  show: (pageCall: OrderPageCall) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { order: orderId = '', client_secret: secret = '' } =
    pageCall.request.form['order'] === undefined ? pageCall.request.query : pageCall.request.form;
  const order = await openOrderPage(events, pageCall.page, { orderId, secret });
  if (order === null) return notFound(pageCall.request, pageCall.view);
  return order.token === null ? show({ ...pageCall, order }) : goTo(pageCall.view.link(`/o/${order.token}`));
}

async function look(
  { payments }: Pick<EventPages, 'payments'>,
  { page, order, view }: OrderPageCall,
  attempt: FilledField = null,
): Promise<PageAnswer> {
  return showOrder(
    order,
    {
      channels: await pageChannels(payments, page.tenant, { currency: page.event.currency, allowed: null }),
      attempt,
    },
    view,
  );
}

/** The order may have been paid for or given back in another tab while this one asked. */
async function asOfNow({ events }: EventPages, pageCall: OrderPageCall): Promise<OrderPageCall> {
  const { page, order } = pageCall;
  const now = await openOrderPage(events, page, { orderId: order.order.id, secret: order.secret });
  return { ...pageCall, order: now ?? order };
}

function hold(pages: EventPages, pageCall: PageCall): Promise<PageAnswer> {
  const { events } = pages;
  const { page, request, view } = pageCall;
  return answerForm({
    form: request.form,
    act: async () => {
      const body = readTicketForm(page, request.form, view);
      refuseUnpayable(body, page, { buying: await buyingOf(events, page), texts: view.texts.events });
      const order = await holdOnPage(events, page, { body, visitor: visitorOf(request) });
      const held = await openOrderPage(events, page, {
        orderId: order.id,
        secret: order.client_secret ?? '',
      });
      if (held === null)
        throw new Error(`Order ${order.id} cannot be opened with the secret that it was made with.`);
      if (held.order.total > 0 || held.order.status !== 'held')
        return goTo(view.link(held.token === null ? orderPath(held) : `/o/${held.token}`));
      return toTickets(events, held, { request, view });
    },
    again: (attempt) => lookAgain(pages, pageCall, attempt),
    wording: (refusal) => saleRefused(refusal, page, view),
  });
}

/** Where nothing is to be paid the tickets are there at once. */
async function toTickets(
  events: Events,
  order: OrderPage,
  { request, view }: Pick<PageCall, 'request' | 'view'>,
): Promise<PageAnswer> {
  await payOnPage(events, order, { way: {}, visitor: { ...visitorOf(request), idempotency: null } });
  const link = await findOrderLink(events, order.event.tenant, order.order.id);
  return goTo(view.link(link?.token ? `/o/${link.token}` : orderPath(order)));
}

async function wait(pages: EventPages, pageCall: PageCall): Promise<PageAnswer> {
  const { page, request, view } = pageCall;
  return answerForm({
    form: request.form,
    act: async () => {
      await waitOnPage(pages.events, page, {
        body: readWaitlistForm(page, request.form, view),
        visitor: visitorOf(request),
      });
      return goTo(view.link(`/e/${page.event.id}?waiting=1`));
    },
    again: (attempt) => lookAgain(pages, pageCall, attempt),
    wording: (refusal) => saleRefused(refusal, page, view),
  });
}

function pay(pages: EventPages, pageCall: OrderPageCall): Promise<PageAnswer> {
  const { page, order, request, view } = pageCall;
  const { tenant, event, seller } = page;
  return answerForm({
    form: request.form,
    act: async () => {
      if (order.order.status !== 'held') return goTo(view.link(orderPath(order)));
      if (order.order.total === 0) return toTickets(pages.events, order, pageCall);
      const channels = await pageChannels(pages.payments, tenant, {
        currency: event.currency,
        allowed: null,
      });
      const { channel, phone } = readWay(request.form, {
        channels,
        livemode: tenant.livemode,
        country: seller.country,
        texts: view.texts.pay,
      });
      if (channel === 'external') throw new Error('Nobody is offered to pay outside of our pages.');
      const way = {
        method: channel,
        return_url: `${new URL(event.public_url).origin}${orderPath(order)}`,
        ...(phone === null ? {} : { phone }),
      };
      const payment = await payOnPage(pages.events, order, {
        way,
        visitor: { ...visitorOf(request), idempotency: null },
      });
      return goTo(view.link('pay_url' in payment ? new URL(payment.pay_url).pathname : orderPath(order)));
    },
    again: async (attempt) => look(pages, await asOfNow(pages, pageCall), attempt),
    wording: (refusal) => wayRefused(refusal, view.texts.pay) ?? staleOf(refusal, view),
  });
}

/** The order is shown as it is by now. */
async function cancel(pages: EventPages, pageCall: OrderPageCall): Promise<PageAnswer> {
  const { order, request, view } = pageCall;
  return answerForm({
    form: request.form,
    act: async () => {
      await cancelOnPage(pages.events, order, { ...visitorOf(request), idempotency: null });
      return goTo(view.link(orderPath(order)));
    },
    again: async (attempt) => look(pages, await asOfNow(pages, pageCall), attempt),
    wording: (refusal) =>
      refusal.code === 'STATE_CONFLICT'
        ? { sentence: view.texts.events.problems.notCancelled, field: null }
        : null,
  });
}

function staleOf(
  { code }: Failure,
  { texts: { events: texts } }: View,
): { readonly sentence: string; readonly field: string | null } | null {
  if (code === 'HOLD_EXPIRED') return { sentence: texts.orderExpired, field: null };
  if (code === 'ORDER_NOT_PAYABLE') return { sentence: texts.problems.closed, field: null };
  return code === 'SALES_BUSY' ? { sentence: texts.problems.busy, field: null } : null;
}

/** Why tickets were refused, in the buyer's words; null for what is a problem of its own. */
function saleRefused(
  { code, details }: Failure,
  { event }: EventPage,
  {
    texts: {
      events: { problems, waitingAlready },
    },
  }: View,
): { readonly sentence: string; readonly field: string | null } | null {
  const { ticket_type_id: typeId, remaining } = (details ?? {}) as {
    readonly ticket_type_id?: string;
    readonly remaining?: number;
  };
  const name = event.ticket_types.find(({ id }) => id === typeId)?.name ?? event.name;
  const sentences: Readonly<Partial<Record<Failure['code'], string>>> = {
    SOLD_OUT: problems.soldOut(name),
    INSUFFICIENT_QUANTITY: problems.tooFew(name, remaining ?? 0),
    LIMIT_PER_ORDER: problems.tooMany,
    PROMO_INVALID: problems.promo,
    PRICE_CHANGED: problems.changed,
    AMOUNT_PRECISION: problems.price,
    SALES_NOT_OPEN: problems.notOpen,
    SALES_CLOSED: problems.closed,
    EVENT_NOT_PUBLISHED: problems.closed,
    TICKET_TYPE_NOT_FOUND: problems.closed,
    INVALID_PHONE: problems.phone,
    SALES_BUSY: problems.busy,
    // Whole phone networks share an address: whoever is one too many from there keeps what is written.
    RATE_LIMITED: problems.busy,
    ALREADY_ON_WAITLIST: waitingAlready,
  };
  const sentence = sentences[code];
  return sentence === undefined ? null : { sentence, field: code === 'PROMO_INVALID' ? 'promo' : null };
}
