import { keyOf } from '../../../kernel/call/tenant.ts';
import {
  bytesToJson,
  rowToJson,
  statement,
  type Json,
  type JsonObject,
  type Runner,
} from '../../../store/index.ts';
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
    steps: 'jsonb',
    rows: 'jsonb',
  },
  row: { outcome: 'text?', counter_id: 'text?', remaining: 'int4?', opens_at: 'timestamptz?' },
  announces: 'always',
  sql: 'SELECT outcome, counter_id, remaining, opens_at FROM change_ticket_orders(:merchant_id, :livemode, :event_id, :event_version, :steps, :rows) ORDER BY step',
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
  const rows = await runner.run(change, {
    ...keyOf(tenant),
    event_id: eventId,
    event_version: event.version,
    steps: steps.map(stepToJson),
    rows: rowsOf(event, steps),
  });
  return rows.map(({ outcome, counter_id, remaining, opens_at }) => ({
    outcome: outcome as StepOutcome,
    counterId: counter_id,
    remaining: remaining ?? 0,
    opensAt: opens_at,
  }));
}

function stepToJson({ before, after, at, selling }: OrderStep): Json {
  const takes = takesOf(before, after).map((take) => ({ ...take }));
  return { id: after.id, version: before?.version ?? null, at: at.toISOString(), selling, takes };
}

/** What there is none of is left out: the function looks for nothing that is not there. */
function rowsOf(event: EventState, steps: readonly OrderStep[]): JsonObject {
  const each = (rows: (step: OrderStep, place: number) => readonly object[]): readonly Json[] =>
    steps.flatMap((step, index) => rows(step, index + 1) as readonly Json[]);
  const ofOrder = (id: string, row: object | null | undefined): readonly object[] =>
    row ? [{ order_id: id, ...rowToJson(row) }] : [];
  const lists = {
    claims: each(({ after, claim }, step) => (claim ? [{ step, ...claimToJson(claim, after.id) }] : [])),
    new_orders: each(({ before, after }) => (before ? [] : [rowToJson(after)])),
    changed_orders: each(({ before, after }) => (before ? [rowToJson(after)] : [])),
    new_tickets: each(({ after, tickets }) => tickets.flatMap((ticket) => ofOrder(after.id, ticket))),
    voided_tickets: each(({ after, voided }) => voided.flatMap((ticket) => ofOrder(after.id, ticket))),
    payments: each(({ after, payment }) => ofOrder(after.id, payment)),
    refunds: each(({ after, refund }) => ofOrder(after.id, refund)),
    entries: each(({ after, entry }) => (entry ? [{ for_order: after.id, ...rowToJson(entry) }] : [])),
    facts: each(({ after, facts }) =>
      facts.map(({ entity, ...fact }) => ({ order_id: after.id, entity: entity ?? after.id, ...fact })),
    ),
    stock: stockFacts(event, steps),
    promos: steps.flatMap(({ before, after }) =>
      [before?.promo_id ?? null, after.promo_id].filter((id) => id !== null),
    ),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

function claimToJson({ key, hash, answer, at }: NonNullable<OrderStep['claim']>, effect: string): JsonObject {
  return {
    key,
    request_hash: bytesToJson(hash),
    effect,
    answer: bytesToJson(answer),
    created_at: at.toISOString(),
  };
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
