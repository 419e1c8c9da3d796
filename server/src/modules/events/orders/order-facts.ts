import { newFact } from '../../../outbox/index.ts';
import type { Ticket } from '@cottontree/contract';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import { ticketFacts } from '../tickets/present-ticket.ts';
import type { StepFact } from './order-step.ts';
import type { OrderRow } from './orders.queries.ts';
import { presentOrderSummary } from './present-order.ts';

type OrderKind =
  | 'ticket_order.held'
  | 'ticket_order.paid'
  | 'ticket_order.expired'
  | 'ticket_order.cancelled'
  | 'ticket_order.refunded';
/** A ticket in a message: its codes are in GET /ticket-orders/:id, for they let in whoever shows them. */
type ToldTicket = Pick<Ticket, 'id' | 'ticket_type_id' | 'ticket_type_name' | 'price' | 'holder' | 'status'>;

/** What is told of an order as it stands; the order's sequence is the message's number. */
export function orderFact(kind: OrderKind, after: OrderRow, tickets: readonly ToldTicket[] = []): StepFact {
  const told = tickets.map(({ id, ticket_type_id, ticket_type_name, price, holder, status }) => ({
    id,
    ticket_type_id,
    ticket_type_name,
    price,
    holder,
    status,
  }));
  return newFact({
    kind,
    sequence: after.sequence,
    at: after.updated_at.toISOString(),
    facts: { tickets: told, ...presentOrderSummary(after) },
  });
}

/** What is told of each ticket that was issued; its codes are sealed until then. */
export function issuedFact(
  ticket: Ticket,
  { at, vault }: { readonly at: Date; readonly vault: Vault },
): StepFact {
  return newFact({
    kind: 'ticket.issued',
    entity: ticket.id,
    sequence: 1,
    at: at.toISOString(),
    facts: ticketFacts(ticket, vault),
  });
}
