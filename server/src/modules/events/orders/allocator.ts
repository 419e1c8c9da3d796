import { coalesce, openNamedQueues, Overloaded, type Coalesced } from '../../../store/index.ts';
import {
  nameOf,
  type Allocated,
  type AllocationVerdict,
  type AllocatorContext,
  type Wanted,
} from './allocation.ts';
import type { OrderStep } from './order-step.ts';
import { findLastChanges, type EventKey } from './orders.queries.ts';
import { salesBusy } from './refuse-step.ts';
import { runBatch } from './run-batch.ts';

/** Grants or refuses, exactly. Refusals are thrown. */
export type Allocate = (wanted: Wanted) => Promise<Allocated>;

const ORDERS_MAX = 256;
const WAITING_MAX = 5_000;
/** A code or number that another has already is made anew; even one repetition is rare. */
const TRIES_MAX = 4;

/**
 * The way of every order of an event on this node: one queue, and one statement at a time for all who wait. Whoever
 * sells and settles in two queues makes them wait for each other's locks.
 */
export function createAllocator(context: AllocatorContext): Allocate {
  const allocate = openNamedQueues<Wanted, AllocationVerdict, Allocated>({
    nameOf: ({ key }) => nameOf(key),
    open: ({ key }) => openQueue(context, key),
    read: allocatedOf,
    triesMax: TRIES_MAX,
  });
  return (wanted) =>
    allocate(wanted).catch((error: unknown) => {
      throw error instanceof Overloaded ? salesBusy() : error;
    });
}

function allocatedOf(verdict: AllocationVerdict): Allocated {
  if ('refusal' in verdict) throw verdict.refusal;
  return verdict.allocated;
}

function openQueue(context: AllocatorContext, key: EventKey): Coalesced<Wanted, AllocationVerdict> {
  const composed = new WeakMap<Wanted, OrderStep>();
  return coalesce<Wanted, AllocationVerdict>({
    name: 'The event',
    rowsMax: ORDERS_MAX,
    inFlightMax: 1,
    waitingMax: WAITING_MAX,
    statement: (all) =>
      runBatch(context, key, { all, composed: (wanted, step) => composed.set(wanted, step) }),
    settle: async (all) => {
      const steps = all.map((wanted) => composed.get(wanted));
      const last = await findLastChanges(
        context.store.of(key.tenant),
        key.tenant,
        steps.flatMap((step) => (step ? [step.after.id] : [])),
      );
      return steps.map((step) =>
        step && wasWritten(step, last.get(step.after.id))
          ? { allocated: { outcome: 'granted', step } }
          : null,
      );
    },
  });
}

/** By the change that an order was last written by. A new one that is there was written, whatever has become of it since. */
function wasWritten({ before, after }: OrderStep, lastChange: string | undefined): boolean {
  return before === null ? lastChange !== undefined : lastChange === after.change_id;
}
