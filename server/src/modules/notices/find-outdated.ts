import type { InvoiceNoticeKind, TicketNoticeKind } from '@cottontree/contract';
import type { Notices } from './module.ts';
import type { DueNotice } from './queue.queries.ts';

/** A message that is due, and to whom it goes. */
export type AddressedNotice = { readonly notice: DueNotice; readonly phone: string | null };

const REMINDERS: ReadonlySet<string> = new Set<InvoiceNoticeKind>(['invoice_reminder', 'invoice_overdue']);
const WITH_TICKETS: ReadonlySet<string> = new Set<TicketNoticeKind>(['tickets_paid', 'ticket_sent']);

/**
 * The ids of those messages that would not be true any more: they waited for the morning or for a gateway, and meanwhile the
 * invoice was paid or voided, the money for the tickets went back, or a ticket was handed on.
 */
export async function findOutdated(
  module: Notices,
  due: readonly AddressedNotice[],
): Promise<ReadonlySet<string>> {
  const [invoices, tickets] = await Promise.all([settledInvoices(module, due), goneTickets(module, due)]);
  return new Set([...invoices, ...tickets]);
}

async function settledInvoices(
  { invoices }: Notices,
  due: readonly AddressedNotice[],
): Promise<readonly string[]> {
  const over = await Promise.all(
    due.map(async ({ notice: { id, kind, facts, merchant_id: merchantId, livemode } }) => {
      if (facts.invoiceId === undefined) return [];
      const standing = await invoices.standing({
        tenant: { merchantId, livemode },
        invoiceId: facts.invoiceId,
      });
      return standing === 'void' || (standing === 'settled' && REMINDERS.has(kind)) ? [id] : [];
    }),
  );
  return over.flat();
}

/** They are told of at once, so only what is tried again is looked at again. */
async function goneTickets(
  { tickets, store }: Notices,
  due: readonly AddressedNotice[],
): Promise<readonly string[]> {
  const again = due.flatMap(({ notice, phone }) =>
    notice.attempts > 1 && phone !== null && notice.facts.tickets && WITH_TICKETS.has(notice.kind)
      ? [{ notice, phone, ...notice.facts.tickets }]
      : [],
  );
  if (again.length === 0) return [];
  const orders = await tickets.describe(
    store.system,
    again.map(({ notice: { merchant_id: merchantId, livemode }, orderId }) => ({
      tenant: { merchantId, livemode },
      orderId,
    })),
  );
  const known = new Map(orders.map((order) => [order.orderId, order]));
  return again
    .filter(({ phone, orderId, ticketId }) => {
      const order = known.get(orderId);
      const isTheirs = order?.tickets.some(
        ({ id, admits, own, holder }) =>
          admits &&
          (ticketId === null
            ? own === null
            : id === ticketId && (own === null || holder.phone === phone || holder.email === phone)),
      );
      return !isTheirs || order?.isCancelled;
    })
    .map(({ notice }) => notice.id);
}
