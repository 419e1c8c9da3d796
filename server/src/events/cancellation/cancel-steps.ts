import type { Tenant } from '../../core/tenant.ts';
import type { Events } from '../open-events.ts';
import { cancelOrderSteps } from '../orders/cancel-event-orders.ts';

export type CancelledEvent = {
  readonly tenant: Tenant;
  readonly eventId: string;
  /** When the event was cancelled: business time. */ readonly at: Date;
  readonly reason: string | null;
};

/**
 * One part of undoing what was sold of a cancelled event. It does as much as fits into one turn, answers how much that was, and
 * 0 once nothing is left. As it may be repeated after a crash, it looks only for what is not done yet.
 */
export type CancelStep = {
  readonly name: string;
  readonly take: (room: Events, cancelled: CancelledEvent) => Promise<number>;
};

/** In this order: holds are let go, tickets voided, then orders that were paid refunded. */
export const cancelSteps: readonly CancelStep[] = Object.freeze([...cancelOrderSteps]);
