import { keyOf } from '../../../kernel/call/tenant.ts';
import type { Fact } from '../../../outbox/index.ts';
import { bytesToJson, rowToJson, statement, type Json, type Runner } from '../../../store/index.ts';
import type { EventState } from '../events/event-state.ts';
import { takesOf } from './order-lines.ts';
import type { OrderStep } from './order-step.ts';
import type { EventKey } from './orders.queries.ts';

const change = statement({
  name: 'ticketOrders.change',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    event_id: 'text',
    event_version: 'int4',
    order_ids: 'text[]',
    versions: 'int4[]',
    times: 'timestamptz[]',
    selling: 'bool[]',
    take_steps: 'int4[]',
    take_counters: 'text[]',
    take_held: 'int4[]',
    take_sold: 'int4[]',
    claims: 'jsonb',
    new_orders: 'jsonb',
    changed_orders: 'jsonb',
    new_tickets: 'jsonb',
    voided_tickets: 'jsonb',
    new_payments: 'jsonb',
    new_refunds: 'jsonb',
    changed_entries: 'jsonb',
    facts: 'jsonb',
    stock: 'jsonb',
  },
  row: { outcome: 'text?', counter_id: 'text?', remaining: 'int4?', opens_at: 'timestamptz?' },
  announces: 'always',
  sql: 'SELECT outcome, counter_id, remaining, opens_at FROM change_ticket_orders(:merchant_id, :livemode, :event_id, :event_version, :order_ids, :versions, :times, :selling, :take_steps, :take_counters, :take_held, :take_sold, :claims, :new_orders, :changed_orders, :new_tickets, :voided_tickets, :new_payments, :new_refunds, :changed_entries, :facts, :stock) ORDER BY step',
});

/**
 * `granted`: written. `stale`: the event is another by now. `moved`: the order, or what else the step rests on, is. `repeated`:
 * its Idempotency-Key came before. `closed`, `early`, `late`: not on sale. `short`: fewer are left.
 */
export type StepOutcome = 'granted' | 'stale' | 'moved' | 'repeated' | 'closed' | 'early' | 'late' | 'short';
export type OrderStepResult = {
  readonly outcome: StepOutcome;
  readonly counterId: string | null;
  readonly remaining: number;
  readonly opensAt: Date | null;
};

/** Decides about the steps in their order, and writes what is granted. */
export async function changeOrders(
  runner: Runner,
  { tenant, eventId }: EventKey,
  { event, steps }: { readonly event: EventState; readonly steps: readonly OrderStep[] },
): Promise<readonly OrderStepResult[]> {
  const takes = steps.flatMap(({ before, after }, index) =>
    takesOf(before, after).map((take) => ({ step: index + 1, ...take })),
  );
  const rows = await runner.run(change, {
    ...keyOf(tenant),
    event_id: eventId,
    event_version: event.version,
    order_ids: steps.map(({ after }) => after.id),
    versions: steps.map(({ before }) => before?.version ?? null) as number[],
    times: steps.map(({ at }) => at),
    selling: steps.map(({ selling }) => selling),
    take_steps: takes.map(({ step }) => step),
    take_counters: takes.map(({ counter }) => counter),
    take_held: takes.map(({ held }) => held),
    take_sold: takes.map(({ sold }) => sold),
    claims: steps.flatMap(({ after, claim }) =>
      claim
        ? [
            {
              order_id: after.id,
              key: claim.key,
              request_hash: bytesToJson(claim.hash),
              answer: bytesToJson(claim.answer),
              created_at: claim.at.toISOString(),
            },
          ]
        : [],
    ),
    new_orders: steps.flatMap(({ before, after }) => (before ? [] : [rowToJson(after)])),
    changed_orders: steps.flatMap(({ before, after }) => (before ? [rowToJson(after)] : [])),
    new_tickets: steps.flatMap(({ after, tickets }) =>
      tickets.map((ticket) => ({ order_id: after.id, ...rowToJson(ticket) })),
    ),
    voided_tickets: steps.flatMap(({ after, voided }) =>
      voided.map((ticket) => ({ order_id: after.id, ...rowToJson(ticket) })),
    ),
    new_payments: steps.flatMap(({ after, payment }) =>
      payment ? [{ order_id: after.id, ...rowToJson(payment) }] : [],
    ),
    new_refunds: steps.flatMap(({ after, refund }) =>
      refund ? [{ order_id: after.id, ...rowToJson(refund) }] : [],
    ),
    changed_entries: steps.flatMap(({ after, entry }) =>
      entry ? [{ for_order: after.id, ...rowToJson(entry) }] : [],
    ),
    facts: steps.flatMap(({ after, facts }) =>
      facts.map(({ entity, ...fact }) => ({
        order_id: after.id,
        entity: entity ?? after.id,
        ...(fact as Fact),
      })),
    ),
    stock: stockFacts(event, steps),
  });
  return rows.map(({ outcome, counter_id, remaining, opens_at }) => ({
    outcome: outcome as StepOutcome,
    counterId: counter_id,
    remaining: remaining ?? 0,
    opensAt: opens_at,
  }));
}

/** What is told where a ticket type runs low or out by these steps; the numbers are filled in when it does. */
function stockFacts(event: EventState, steps: readonly OrderStep[]): readonly Json[] {
  const last = steps.at(-1);
  if (!last || !steps.some(({ tickets }) => tickets.length > 0)) return [];
  return event.types.map(({ id, name }) => ({
    ticket_type_id: id,
    at: last.at.toISOString(),
    facts: { id, event_id: event.id, name, event_name: event.name },
  }));
}
