import type {
  CreateTicketOrderBody,
  JoinWaitlistBody,
  OrderPaymentMethod,
  Payment,
  TicketOrder,
} from '@cottontree/contract';
import { sameBytes } from '../../../kernel/secrets/vault.ts';
import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Call, Idempotency } from '../../../kernel/call/call.ts';
import type { Events } from '../module.ts';
import { cancelTicketOrder } from '../orders/ticket-orders.ts';
import { createPublicTicketOrder } from '../orders/public-ticket-orders.ts';
import { hashSecret } from '../orders/new-order.ts';
import { findOrder } from '../orders/orders.queries.ts';
import { payTicketOrder } from '../orders/pay-ticket-order.ts';
import { showOrderRow } from '../orders/change-order.ts';
import { joinPublicWaitlist } from '../waitlist/waitlist.ts';
import type { EventPage } from './open-event-page.ts';
import { findOrderLinkRow } from './sellers.queries.ts';

/** An order as whoever made it sees it on our page. */
export type OrderPage = {
  readonly event: EventPage;
  readonly order: TicketOrder;
  readonly secret: string;
  /** Under which its tickets are shown, once there are any. */ readonly token: string | null;
};

/** Holds tickets for whoever filled in the form of the event's page. */
export async function holdOnPage(
  module: Events,
  page: EventPage,
  { body, visitor }: { readonly body: CreateTicketOrderBody; readonly visitor: PageVisitor },
): Promise<TicketOrder> {
  return (
    await createPublicTicketOrder(
      { params: { id: page.event.id }, query: {}, body },
      callForPage(page, visitor),
      module,
    )
  ).data;
}

/** The order that this secret opens; null where it opens none. */
export async function openOrderPage(
  module: Events,
  event: EventPage,
  { orderId, secret }: { readonly orderId: string; readonly secret: string },
): Promise<OrderPage | null> {
  const { tenant } = event;
  const row = await findOrder(module.store.of(tenant), tenant, orderId);
  if (!row || row.event_id !== event.event.id || !sameBytes(hashSecret(secret), row.client_secret_hash))
    return null;
  const [order, link] = await Promise.all([
    showOrderRow(module, tenant, row),
    findOrderLink(module, tenant, orderId),
  ]);
  return { event, order, secret, token: link?.token ?? null };
}

export type WayToPay = {
  readonly method?: OrderPaymentMethod;
  readonly phone?: string;
  readonly return_url?: string;
};

/** Begins to pay for an order, or issues its tickets where nothing is to be paid. */
export async function payOnPage(
  module: Events,
  { event, order }: OrderPage,
  { way, visitor }: { readonly way: WayToPay; readonly visitor: PageVisitor },
): Promise<Payment | TicketOrder> {
  return (await payTicketOrder({ params: { id: order.id }, body: way }, callForPage(event, visitor), module))
    .data;
}

/** Gives the tickets of an order back. */
export async function cancelOnPage(
  module: Events,
  { event, order }: OrderPage,
  visitor: PageVisitor,
): Promise<void> {
  await cancelTicketOrder({ params: { id: order.id }, body: {} }, callForPage(event, visitor), module);
}

/** Puts whoever filled in the form on the waiting list. */
export async function waitOnPage(
  module: Events,
  page: EventPage,
  { body, visitor }: { readonly body: JoinWaitlistBody; readonly visitor: PageVisitor },
): Promise<void> {
  await joinPublicWaitlist(
    { params: { id: page.event.id }, query: {}, body },
    callForPage(page, visitor),
    module,
  );
}

/** `token` null: there are no tickets (yet). */
export type OrderLink = {
  readonly token: string | null;
  readonly isOpen: boolean;
  /** Until when its tickets are kept; null: they are not kept. */
  readonly heldUntil: Date | null;
  /** IANA, of the event: the order's own page tells the time by it. */
  readonly timeZone: string;
};

const SOLD: ReadonlySet<string> = new Set(['paid', 'partially_refunded', 'refunded']);
const OPEN: ReadonlySet<string> = new Set(['held', 'awaiting_payment']);

/** Where the tickets of an order are shown; null when there is no such order. */
export async function findOrderLink(
  { store }: Pick<Context, 'store'>,
  tenant: Tenant,
  orderId: string,
): Promise<OrderLink | null> {
  const row = await findOrderLinkRow(store.of(tenant), tenant, orderId);
  return row
    ? {
        token: SOLD.has(row.status) ? row.link_token : null,
        isOpen: OPEN.has(row.status),
        heldUntil: row.expires_at,
        timeZone: row.time_zone,
      }
    : null;
}

/** Who sent a form of our own page. */
export type PageVisitor = {
  readonly requestId: string;
  readonly address: string;
  readonly idempotency: Idempotency | null;
};

/** A form of our own page as a call: it may do what any page with a public key may, within the same limits. */
function callForPage(
  { tenant, seller, clock, now }: EventPage,
  { requestId, address, idempotency }: PageVisitor,
): Call {
  return {
    requestId,
    caller: {
      keyId: 'page',
      keyFamily: 'page',
      kind: 'public',
      session: null,
      member: null,
      scopes: [],
      origins: [],
      ipRanges: [],
      tenant,
      merchant: seller,
      clock,
    },
    tenant,
    now,
    idempotency,
    ifMatch: null,
    stream: null,
    address,
    credentials: {},
  };
}
