import { formatTime, type EventKind, type Ticket } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change } from '../../../kernel/change/change.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Runner } from '../../../store/index.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Events } from '../module.ts';
import { presentTicket, ticketFacts } from './present-ticket.ts';
import {
  changeTickets,
  findTicket,
  unchangedTicket,
  type TicketChange,
  type TicketRow,
} from './tickets.queries.ts';
import { NO_CODES, writeCodes } from './write-codes.ts';

/** What of a ticket is to be different, and the kind of message that tells it; null: nothing. Refusals are thrown. */
export type TicketDecision = {
  readonly set: Partial<Omit<TicketChange, 'id' | 'version' | 'facts' | 'updated_at'>>;
  readonly tells: EventKind | null;
} | null;

/** Changes one ticket as decided on it, once per Idempotency-Key; it is read and decided again where somebody else was faster. */
export async function moveTicket(
  module: Events,
  call: Call,
  wanted: { readonly id: string; readonly decide: (row: TicketRow) => TicketDecision },
): Promise<Reply<Ticket>> {
  return effect(module, call, {
    work: async (runner) => {
      const ticketNow = {
        key: { tenant: call.tenant, id: wanted.id },
        tooMany: 'requests change this ticket',
        read: () => readTicket(runner, call.tenant, wanted.id),
      };
      return change<TicketRow, Reply<Ticket>>(ticketNow, async (row) => {
        const decision = wanted.decide(row);
        if (decision === null) return reply(await presented(runner, row, module));
        const after = { ...row, ...decision.set };
        const ticket = await presented(runner, after, module);
        const facts =
          decision.tells === null
            ? []
            : [factOf(ticket, { kind: decision.tells, row, module, now: call.now })];
        const changed = await changeTickets(runner, call.tenant, [
          { ...unchangedTicket(after, call.now), facts },
        ]);
        return changed.has(row.id) ? reply(ticket) : undefined;
      });
    },
  });
}

async function presented(runner: Runner, row: TicketRow, module: Events): Promise<Ticket> {
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  const [codes = NO_CODES] = await writeCodes(runner, { tenant, tickets: [row] }, module);
  return presentTicket(row, codes);
}

type Telling = {
  readonly kind: EventKind;
  readonly row: TicketRow;
  readonly module: Events;
  readonly now: Date;
};

function factOf(ticket: Ticket, { kind, row, module, now }: Telling): Fact {
  return newFact({
    kind,
    sequence: row.sequence + 1,
    at: now.toISOString(),
    facts: ticketFacts(ticket, module.vault),
  });
}

/** The ticket of the id, or the refusal that there is none. */
export async function readTicket(runner: Runner, tenant: Tenant, id: string): Promise<TicketRow> {
  const row = await findTicket(runner, tenant, id);
  if (row) return row;
  // The same for absent, another merchant's, the other mode's and malformed.
  throw new Failure('TICKET_NOT_FOUND', `There is no ticket ${id}.`);
}

type Judged = Pick<TicketRow, 'id' | 'status' | 'used_at'>;

export function refuseVoid({ id, status }: Judged): void {
  if (status === 'void')
    throw new Failure('TICKET_VOID', `The ticket ${id} was voided; nothing can be done with it any more.`);
}

export function refuseBlocked({ id, status }: Judged): void {
  if (status === 'blocked')
    throw new Failure('TICKET_BLOCKED', `The ticket ${id} is blocked. Unblock it first.`);
}

/** Also a ticket that was blocked after it had been used. */
export function refuseUsed({ id, used_at }: Judged, advice: string): void {
  if (used_at === null) return;
  throw new Failure(
    'TICKET_ALREADY_USED',
    `The ticket ${id} was admitted at ${formatTime(used_at)}.${advice}`,
    { details: { used_at: formatTime(used_at) } },
  );
}
