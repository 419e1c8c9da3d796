import type { World } from '../../../kernel/running/world.ts';
import { nextVersion, plainStep, type OrderStep } from './order-step.ts';
import { linesOf, occupying } from './order-lines.ts';
import { orderFact } from './present-order.ts';
import type { OrderRow } from './orders.queries.ts';

export type Release = { readonly at: Date; readonly world: Pick<World, 'randomBytes'> };

/** Lets go of a hold whose time is over. */
export function expireStep(before: OrderRow, { at, world }: Release): OrderStep {
  const after: OrderRow = {
    ...nextVersion(before, { at, world, told: 1 }),
    status: 'expired',
    ended_at: at,
    promo_uses: 0,
    lines: occupying(linesOf(before), false),
  };
  return { ...plainStep(before, after, at), facts: [orderFact('ticket_order.expired', after)] };
}

/** Lets go of a hold because somebody says so. */
export function cancelStep(
  before: OrderRow,
  { at, world, reason }: Release & { readonly reason: string | null },
): OrderStep {
  const after: OrderRow = {
    ...nextVersion(before, { at, world, told: 1 }),
    status: 'cancelled',
    ended_at: at,
    cancel_reason: reason,
    promo_uses: 0,
    lines: occupying(linesOf(before), false),
  };
  return { ...plainStep(before, after, at), facts: [orderFact('ticket_order.cancelled', after)] };
}
