import { newFact } from '../../../outbox/index.ts';
import { idRandomBytes, makeId, type Ticket } from '@cottontree/contract';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import type { World } from '../../../kernel/running/world.ts';
import { ticketFacts } from '../tickets/present-ticket.ts';
import { nextVersion, plainStep, type OrderStep, type StepFact } from './order-step.ts';
import { orderFact } from './present-order.ts';
import { linesOf, type OrderLine } from './order-lines.ts';
import type { OrderRow } from './orders.queries.ts';

/** A ticket that goes back, as it was read and as it is shown after. */
export type ReturnedTicket = {
  readonly id: string;
  readonly typeId: string;
  readonly version: number;
  readonly sequence: number;
  readonly price: bigint;
  readonly voided: Ticket;
};

export type Refund = {
  readonly tickets: readonly ReturnedTicket[];
  readonly amount: bigint;
  /** Whether no ticket of the order is left that counts. */
  readonly isWhole: boolean;
  readonly reason: string | null;
  /** Whether the places of these tickets are on sale again; one that was kept off sale before stays so. */
  readonly release: boolean;
  readonly at: Date;
  readonly world: World;
  readonly vault: Vault;
};

/** Voids tickets of a paid order, frees their places and notes the money that is to go back. */
export function refundStep(before: OrderRow, refund: Refund): OrderStep {
  const { tickets, amount, isWhole, reason, at, world, vault } = refund;
  const refunded = before.amount_refunded + amount;
  // Money alone may be all that goes back; where tickets go back, none may be left either.
  const isRefunded = refunded === before.total && (isWhole || tickets.length === 0);
  const after: OrderRow = {
    ...nextVersion(before, { at, world, told: 1 }),
    status: isRefunded ? 'refunded' : 'partially_refunded',
    amount_refunded: refunded,
    ended_at: isRefunded ? at : null,
    lines: refund.release ? givenBack(linesOf(before), tickets) : before.lines,
  };
  const { voided, facts } = voiding(tickets, { at, reason, vault });
  return {
    ...plainStep(before, after, at),
    voided,
    refund: {
      id: makeId('trf_', world.now().getTime(), world.randomBytes(idRandomBytes)),
      payment_id: amount > 0n ? before.payment_id : null,
      amount,
      reason,
      ticket_ids: tickets.map(({ id }) => id),
      status: amount > 0n ? 'pending' : 'done',
      created_at: at,
    },
    facts: [
      ...facts,
      orderFact(
        'ticket_order.refunded',
        after,
        tickets.map((ticket) => ticket.voided),
      ),
    ],
  };
}

/** What a step has of tickets that are void from then on. */
export function voiding(
  tickets: readonly ReturnedTicket[],
  { at, reason, vault }: Pick<Refund, 'at' | 'reason' | 'vault'>,
): Pick<OrderStep, 'voided' | 'facts'> {
  return {
    voided: tickets.map(({ id, version }) => ({ id, version, at, reason })),
    facts: tickets.map(({ id, sequence, voided }): StepFact =>
      newFact({
        kind: 'ticket.voided',
        entity: id,
        sequence: sequence + 1,
        at: at.toISOString(),
        facts: ticketFacts(voided, vault),
      }),
    ),
  };
}

/** Of each type, as many places as tickets went back. */
export function givenBack(
  lines: readonly OrderLine[],
  tickets: readonly Pick<ReturnedTicket, 'typeId'>[],
): readonly OrderLine[] {
  const left = new Map<string, number>();
  for (const { typeId } of tickets) left.set(typeId, (left.get(typeId) ?? 0) + 1);
  return lines.map((line) => {
    const given = Math.min(line.taken, left.get(line.ticket_type_id) ?? 0);
    left.set(line.ticket_type_id, (left.get(line.ticket_type_id) ?? 0) - given);
    return { ...line, taken: line.taken - given };
  });
}
