import { change } from '../../../kernel/change/change.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { EventState } from '../events/event-state.ts';
import type { Events } from '../module.ts';
import type { OrderStep } from './order-step.ts';
import { findOrder, type OrderRow } from './orders.queries.ts';
import type { TicketSigner } from './allocation.ts';

/** What is to happen to an order as it stands: a step on the event as it is, or nothing. Refusals are thrown. */
export type DecideOrder = (row: OrderRow) => Promise<DecidedStep | null> | DecidedStep | null;
export type DecidedStep = {
  readonly issues: boolean;
  readonly compose: (event: EventState, signer: TicketSigner) => OrderStep;
};

/** `repeated`: the Idempotency-Key of the step came before. */
export type ChangedOrder = {
  readonly row: OrderRow;
  readonly step: OrderStep | null;
  readonly repeated: boolean;
};

export type OrderRef = { readonly tenant: Tenant; readonly id: string };

/**
 * Reads the order, lets `decide` judge it, and has the event's allocator write that if nobody was faster; else reads and
 * decides again. Every decision rests on the version that it changes.
 */
export async function changeOrder(
  module: Events,
  { tenant, id }: OrderRef,
  decide: DecideOrder,
): Promise<ChangedOrder> {
  const runner = module.store.of(tenant);
  const order = {
    tooMany: 'requests change this order',
    read: () => findOrder(runner, tenant, id),
    notFound: () => orderNotFound(id),
  };
  return change<OrderRow, ChangedOrder>(order, async (row) => {
    const decided = await decide(row);
    if (!decided) return { row, step: null, repeated: false };
    const { outcome, step } = await module.allocate({
      key: { tenant, eventId: row.event_id },
      orderId: id,
      ...decided,
    });
    if (outcome === 'repeated') return { row, step: null, repeated: true };
    return outcome === 'granted' ? { row: step.after, step, repeated: false } : undefined;
  });
}

/** The step that needs no ticket and no more of the event than that it is there. */
export function simply(compose: (event: EventState) => OrderStep): DecidedStep {
  return { issues: false, compose };
}

/** The same refusal for absent, another merchant's, the other mode's, malformed, and without its client_secret. */
export function orderNotFound(id: string): Failure {
  return new Failure('ORDER_NOT_FOUND', `There is no ticket order ${id.slice(0, 64)}.`);
}
