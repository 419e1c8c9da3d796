import type {
  CreateTicketOrderBody,
  JoinWaitlistBody,
  OrderPaymentMethod,
  Payment,
  TicketOrder,
} from '@cottontree/contract';
import { sameBytes } from '../../../kernel/secrets/vault.ts';
import type { Events } from '../module.ts';
import { cancelTicketOrder } from '../orders/ticket-orders.ts';
import { createPublicTicketOrder } from '../orders/public-ticket-orders.ts';
import { hashSecret } from '../orders/new-order.ts';
import { findOrder } from '../orders/orders.queries.ts';
import { payTicketOrder } from '../orders/pay-ticket-order.ts';
import { showOrderRow } from '../orders/show-order.ts';
import { joinPublicWaitlist } from '../waitlist/join-public-waitlist.ts';
import { callForPage, type PageVisitor } from './call-for-page.ts';
import { findOrderLink } from './find-order-link.ts';
import type { EventPage } from './open-event-page.ts';

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
