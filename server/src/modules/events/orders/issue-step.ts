import type { Vault } from '../../../kernel/secrets/vault.ts';
import { composeTickets, type Issue } from './compose-tickets.ts';
import { nextVersion } from './order-changes.ts';
import { issuedFact, orderFact } from './order-facts.ts';
import { linesOf, occupying } from './order-lines.ts';
import { plainStep, type OrderStep } from './order-step.ts';
import type { OrderRow } from './orders.queries.ts';

export type Paid = Issue & { readonly vault: Vault; readonly paymentId: string | null };

/** Sells what the order holds, or what it had held, and issues its tickets. */
export function issueStep(before: OrderRow, paid: Paid): OrderStep {
  const { at, world, paymentId } = paid;
  const after: OrderRow = {
    ...nextVersion(before, { at, world, told: 1 }),
    status: 'paid',
    paid_at: at,
    ended_at: null,
    payment_id: paymentId,
    promo_uses: before.promo_id === null ? 0 : 1,
    lines: occupying(linesOf(before), true),
  };
  return sold(before, after, paid);
}

/** The step that writes an order as paid, with its tickets and what is told of them. */
export function sold(before: OrderRow | null, after: OrderRow, paid: Paid): OrderStep {
  const { rows, shown } = composeTickets(after, paid);
  const facts = [
    orderFact('ticket_order.paid', after, shown),
    ...shown.map((ticket) => issuedFact(ticket, paid)),
  ];
  return { ...plainStep(before, after, paid.at), tickets: rows, facts, issued: shown };
}
