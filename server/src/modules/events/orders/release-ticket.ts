import { newFact } from '../../../outbox/index.ts';
import type { Input, Operations, Ticket } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { replay } from '../../../kernel/effect/effect.ts';
import { findKept } from '../../../kernel/effect/idempotency.queries.ts';
import { sealReply } from '../../../kernel/effect/kept-answer.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { changeOrder, simply } from './change-order.ts';
import { nextVersion, plainStep, type OrderStep } from './order-step.ts';
import { linesOf } from './order-lines.ts';
import type { OrderRow } from './orders.queries.ts';
import { givenBack } from './refund-step.ts';
import { moveTicket, readTicket, refuseUsed, type TicketDecision } from '../tickets/move-ticket.ts';
import { presentTicket, ticketFacts } from '../tickets/present-ticket.ts';
import { presentTickets } from '../tickets/tickets.ts';
import type { TicketRow } from '../tickets/tickets.queries.ts';
import { NO_CODES } from '../tickets/write-codes.ts';

/** Voids a ticket and puts its place on sale again, both by the event's allocator or neither. */
async function releaseTicket(
  module: Events,
  call: Call,
  wanted: { readonly id: string; readonly decide: (row: TicketRow) => TicketDecision },
): Promise<Reply<Ticket>> {
  const { tenant, idempotency } = call;
  const runner = module.store.of(tenant);
  if (idempotency && (await findKept(runner, tenant, idempotency.key)))
    return replay(module, call, { idempotency, runner });
  const { order_id: orderId } = await readTicket(runner, tenant, wanted.id);
  const answer: { ticket?: Ticket } = {};
  const { repeated, step } = await changeOrder(module, { tenant, id: orderId }, async (order) => {
    const row = await readTicket(runner, tenant, wanted.id);
    const decision = wanted.decide(row);
    const after = { ...row, ...decision?.set };
    const [ticket] = await presentTickets(tenant, [after], module);
    answer.ticket = ticket ?? presentTicket(after, NO_CODES);
    return decision === null
      ? null
      : simply(() =>
          releaseStep(order, {
            row: after,
            ticket: answer.ticket ?? presentTicket(after, NO_CODES),
            call,
            module,
          }),
        );
  });
  // Void already: perhaps by the same request, sent twice at once.
  const isAgain =
    repeated || (step === null && idempotency && (await findKept(runner, tenant, idempotency.key)));
  if (isAgain && idempotency) return replay(module, call, { idempotency, runner });
  if (!answer.ticket) throw new Error('A ticket was released and not presented.');
  return reply(answer.ticket, step?.claim ? { at: step.claim.at } : {});
}

type Release = {
  readonly row: TicketRow;
  readonly ticket: Ticket;
  readonly call: Call;
  readonly module: Events;
};

/** The order stays paid for: nothing goes back to whoever bought it. */
function releaseStep(before: OrderRow, { row, ticket, call, module }: Release): OrderStep {
  const { idempotency, now: at } = call;
  const returned = [{ typeId: row.ticket_type_id }];
  const after = {
    ...nextVersion(before, { at, world: module.world, told: 0 }),
    lines: givenBack(linesOf(before), returned),
  };
  const recordedAt = module.world.now();
  return {
    ...plainStep(before, after, at),
    voided: [{ id: row.id, version: row.version, at, reason: row.reason }],
    claim: idempotency && {
      key: idempotency.key,
      hash: idempotency.hash,
      answer: sealReply(module.vault, reply(ticket), recordedAt),
      at: recordedAt,
    },
    facts: [
      newFact({
        kind: 'ticket.voided',
        entity: row.id,
        sequence: row.sequence + 1,
        at: at.toISOString(),
        facts: ticketFacts(ticket, module.vault),
      }),
    ],
  };
}

/** Ends a ticket for good. */
export async function voidTicket(
  { params, body }: Input<Operations['voidTicket']>,
  call: Call,
  module: Events,
): Promise<Reply<Ticket>> {
  const decide = (row: TicketRow): TicketDecision => {
    if (row.status === 'void') return null;
    if (body.force !== true) refuseUsed(row, ' Send force to void it nevertheless.');
    return {
      set: { status: 'void', voided_at: call.now, reason: body.reason ?? null },
      tells: 'ticket.voided',
    };
  };
  return body.release === true
    ? releaseTicket(module, call, { id: params.id, decide })
    : moveTicket(module, call, { id: params.id, decide });
}
