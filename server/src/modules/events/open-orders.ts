import type { Orders } from './orders/module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { createMinuteLimit } from '../../kernel/running/minute-limit.ts';
import type { PaymentPort } from '../payments/index.ts';
import type { Events } from './module.ts';
import type { KeyRing } from './tickets/key-ring.ts';
import { composeOffers, openWaitlistRounds } from './waitlist/serve-waitlists.ts';
import { createAllocator } from './orders/allocator.ts';
import { createEventCache } from './orders/allocation.ts';
import { openRefundRounds } from './orders/refund-ticket-order.ts';
import { releaseOrphans } from './orders/release-orphans.ts';
import { runDueOrders } from './run-due-orders.ts';

const RELEASE_EVERY_MS = 5_000;
const REFUND_EVERY_MS = 5_000;
const SERVE_EVERY_MS = 5_000;

export function openOrders(
  context: Context,
  { payments, keyRing }: { readonly payments: PaymentPort; readonly keyRing: KeyRing },
): Orders {
  const cache = createEventCache(context);
  return {
    cache,
    holdLimit: createMinuteLimit(context.world.monotonicMs),
    allocate: createAllocator({ ...context, payments, keyRing, cache, composeOffers }),
  };
}

/** What any one node does for all. */
export function orderLoops(module: Events): readonly Loop[] {
  return [
    { name: 'events.release', everyMs: RELEASE_EVERY_MS, turn: () => runDueOrders(module) },
    { name: 'events.holdAgain', everyMs: RELEASE_EVERY_MS, turn: () => releaseOrphans(module) },
    { name: 'events.refund', everyMs: REFUND_EVERY_MS, turn: openRefundRounds(module) },
    { name: 'events.waitlist', everyMs: SERVE_EVERY_MS, turn: openWaitlistRounds(module) },
  ];
}
