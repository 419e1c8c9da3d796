import { formatTime, type TicketNoticeKind } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import { FACT_SECRET, type TakenFact } from '../../outbox/index.ts';
import type { Tx } from '../../store/index.ts';
import type { PlannedNotice } from './compose-batch.ts';
import type { NoticeFacts } from './notice-facts.ts';
import type { SettingsCache } from './settings-cache.ts';
import type { Contact, TicketPort, ToldOrder, ToldTicket } from './document-ports.ts';

export type TicketPlanning = Context & { readonly tickets: TicketPort; readonly cache: SettingsCache };

/** What a fact is to people: about an order, one ticket, all of an event, or somebody who waits. */
const ABOUT_ORDERS: Readonly<Record<string, TicketNoticeKind>> = Object.freeze({
  'ticket_order.paid': 'tickets_paid',
  'ticket_order.refunded': 'tickets_refunded',
});
const ABOUT_TICKETS: ReadonlySet<string> = new Set(['ticket.transferred', 'ticket.resent']);
/** Of an event, what people have to know before they set out. */
const MATTERS: ReadonlySet<string> = new Set(['start_date', 'end_date', 'venue', 'address', 'doors_open']);
/** As many orders of one event are told at once that it has changed. */
export const ORDERS_TOLD_MAX = 20_000;
/** A text is several messages long with more; the link has them all. */
const CODES_TOLD_MAX = 10;

/** Whether a fact calls for messages about tickets; told from the fact alone. */
export function isAboutTickets(fact: TakenFact): boolean {
  return (
    Object.hasOwn(ABOUT_ORDERS, fact.kind) ||
    ABOUT_TICKETS.has(fact.kind) ||
    fact.kind === 'waitlist.offered' ||
    hasToBeKnown(fact)
  );
}

/** The messages to people that facts about tickets call for. */
export async function planTicketNotices(
  tx: Tx,
  facts: readonly TakenFact[],
  module: TicketPlanning,
): Promise<readonly PlannedNotice[]> {
  const aboutOrders = facts.filter(
    ({ kind }) => Object.hasOwn(ABOUT_ORDERS, kind) || ABOUT_TICKETS.has(kind),
  );
  const changed = facts.filter(hasToBeKnown);
  const offers = facts.filter(({ kind }) => kind === 'waitlist.offered');
  const ofOrders = [...aboutOrders, ...offers];
  const orders =
    ofOrders.length === 0
      ? []
      : await module.tickets.describe(
          tx,
          ofOrders.map((fact) => ({ tenant: fact.tenant, orderId: orderIdOf(fact) })),
        );
  const known = new Map(orders.map((order) => [order.orderId, order]));
  const planned: PlannedNotice[] = aboutOrders.flatMap((fact) => {
    const order = known.get(orderIdOf(fact));
    if (!order) return [];
    return ABOUT_TICKETS.has(fact.kind) ? toHolder(order, fact, module) : toBuyer(order, fact, module);
  });
  for (const fact of changed) {
    const event = { tenant: fact.tenant, eventId: fact.entity, ordersMax: ORDERS_TOLD_MAX };
    for (const order of await module.tickets.ordersOf(tx, event))
      planned.push(...toEverybody(order, fact, module));
  }
  for (const fact of offers) {
    const order = known.get(orderIdOf(fact));
    if (order) planned.push(...toWaiting(order, fact, module));
  }
  return planned;
}

function orderIdOf({ kind, facts }: TakenFact): string {
  return String(Object.hasOwn(ABOUT_ORDERS, kind) ? facts['id'] : facts['order_id']);
}

/** A draft has nobody to tell; whoever changes an event may say that holders are not told, or are told now of what changed before. */
function hasToBeKnown({ kind, facts }: TakenFact): boolean {
  const { changed, attendees_told: told } = facts;
  return (
    kind === 'event.updated' &&
    facts['status'] === 'published' &&
    told !== false &&
    Array.isArray(changed) &&
    changed.some((field) => MATTERS.has(String(field)) || (told === true && field === 'attendees_to_notify'))
  );
}

function toBuyer(order: ToldOrder, fact: TakenFact, module: TicketPlanning): readonly PlannedNotice[] {
  if (order.isCancelled) return toBereft(order, fact, module);
  const kind = ABOUT_ORDERS[fact.kind] ?? 'tickets_paid';
  const own = order.tickets.filter((ticket) => ticket.own === null && ticket.admits);
  if (kind === 'tickets_paid' && own.length === 0) return [];
  const subject = kind === 'tickets_refunded' ? order.refunded : order.time;
  const secret = kind === 'tickets_paid' ? `${codesOf(own)} ${order.link}` : null;
  return tell({ order, to: order.buyer, kind, subject, secret, ticketId: null, at: fact.createdAt }, module);
}

/** Of a cancelled event, the buyer and whoever tickets were handed to: those that are void by what the fact tells. Orders still paid are told of when they are refunded. */
function toBereft(
  order: ToldOrder,
  { kind, facts, createdAt }: TakenFact,
  module: TicketPlanning,
): readonly PlannedNotice[] {
  if (kind !== 'ticket_order.refunded') return [];
  const gone = new Set(
    Array.isArray(facts['tickets'])
      ? facts['tickets'].map((ticket) => String((ticket as { readonly id?: unknown }).id))
      : [],
  );
  const holders = order.tickets
    .filter((ticket) => ticket.own !== null && gone.has(ticket.id))
    .map((ticket) => ({ to: ticket.holder, ticketId: ticket.id }));
  return [{ to: order.buyer, ticketId: null }, ...holders].flatMap(({ to, ticketId }) =>
    tell(
      { order, to, kind: 'event_cancelled', subject: order.time, secret: null, ticketId, at: createdAt },
      module,
    ),
  );
}

/** Sent again to a holder of whom nothing is known, a ticket goes to its buyer. */
function toHolder(order: ToldOrder, fact: TakenFact, module: TicketPlanning): readonly PlannedNotice[] {
  const ticket = order.tickets.find(({ id }) => id === fact.entity);
  if (!ticket?.admits) return [];
  const to =
    ticket.holder.phone === null && ticket.holder.email === null && ticket.own === null
      ? order.buyer
      : ticket.holder;
  return tell(
    {
      order,
      to,
      kind: 'ticket_sent',
      subject: order.time,
      secret: `${ticket.code} ${ticket.own?.link ?? order.link}`,
      ticketId: ticket.id,
      at: fact.createdAt,
    },
    module,
  );
}

function toEverybody(order: ToldOrder, fact: TakenFact, module: TicketPlanning): readonly PlannedNotice[] {
  const subject = order.venue === null ? order.time : `${order.time}, ${order.venue}`;
  const holders = order.tickets.filter((ticket) => ticket.own !== null && ticket.admits);
  const buyer = order.tickets.some((ticket) => ticket.own === null && ticket.admits)
    ? [{ to: order.buyer, link: order.link, ticketId: null }]
    : [];
  const told = [
    ...buyer,
    ...holders.map((ticket) => ({ to: ticket.holder, link: ticket.own?.link ?? '', ticketId: ticket.id })),
  ];
  return told.flatMap(({ to, link, ticketId }) =>
    tell({ order, to, kind: 'event_changed', subject, secret: link, ticketId, at: fact.createdAt }, module),
  );
}

/** What the offer's link opens came sealed, and stays so. */
function toWaiting(
  { storeName, eventName, timeZone }: ToldOrder,
  { tenant, entity, facts, createdAt }: TakenFact,
  module: TicketPlanning,
): readonly PlannedNotice[] {
  const text = (field: string): string => (typeof facts[field] === 'string' ? String(facts[field]) : '');
  const sealed = facts['sealed'] as { readonly url?: string } | undefined;
  const { locale, senderName } = module.cache.of(tenant);
  const noticeFacts: NoticeFacts = {
    store: senderName ?? storeName,
    job: '',
    link: '',
    cash: null,
    way: eventName,
    subject: module.tickets.tellTime(new Date(text('expires_at')), timeZone),
    at: formatTime(createdAt),
    ...(sealed?.url ? { sealed: { code: sealed.url } } : {}),
  };
  return addressesOf({ phone: text('phone') || null, email: text('email') || null }).map((address) => ({
    tenant,
    kind: 'waitlist_offered',
    audience: 'recipient',
    locale,
    entity,
    facts: noticeFacts,
    ...address,
  }));
}

type Telling = {
  readonly order: ToldOrder;
  readonly to: Contact;
  readonly kind: TicketNoticeKind;
  readonly subject: string;
  /** Codes and a link, which are as good as the tickets. */
  readonly secret: string | null;
  readonly ticketId: string | null;
  readonly at: Date;
};

/** By text and by e-mail, whatever is known. */
function tell(
  { order, to, kind, subject, secret, ticketId, at }: Telling,
  { cache, vault }: TicketPlanning,
): readonly PlannedNotice[] {
  const { locale, senderName } = cache.of(order.tenant);
  const facts: NoticeFacts = {
    store: senderName ?? order.storeName,
    job: order.orderNumber,
    link: '',
    cash: null,
    way: order.eventName,
    subject,
    at: formatTime(at),
    tickets: { orderId: order.orderId, ticketId },
    ...(secret === null ? {} : { sealed: { code: vault.seal(secret, FACT_SECRET).toString('base64') } }),
  };
  return addressesOf(to).map((address) => ({
    tenant: order.tenant,
    kind,
    audience: 'recipient',
    locale,
    entity: order.orderNumber,
    facts,
    ...address,
  }));
}

function addressesOf({ phone, email }: Contact): readonly Pick<PlannedNotice, 'phone' | 'email'>[] {
  return [
    ...(phone === null ? [] : [{ phone, email: null }]),
    ...(email === null ? [] : [{ phone: null, email }]),
  ];
}

function codesOf(tickets: readonly ToldTicket[]): string {
  const codes = tickets
    .slice(0, CODES_TOLD_MAX)
    .map(({ code }) => code)
    .join(', ');
  return tickets.length > CODES_TOLD_MAX ? `${codes} +${tickets.length - CODES_TOLD_MAX}` : codes;
}
