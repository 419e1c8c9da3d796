import type { Orders } from './orders/module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { createMinuteLimit } from '../../kernel/running/minute-limit.ts';
import type { PaymentDesk } from '../payments/index.ts';
import type { Events } from './module.ts';
import type { KeyRing } from './tickets/key-ring.ts';
import { composeOffers } from './waitlist/compose-offers.ts';
import { serveWaitlists } from './waitlist/serve-waitlists.ts';
import { createAllocator } from './orders/allocator.ts';
import { createEventBook } from './orders/event-book.ts';
import { payOutRefunds } from './orders/pay-out-refunds.ts';
import { releaseOrphans } from './orders/release-orphans.ts';
import { runDueOrders } from './run-due-orders.ts';

const RELEASE_EVERY_MS = 5_000;
const REFUND_EVERY_MS = 5_000;
const SERVE_EVERY_MS = 5_000;

export function openOrders(
  context: Context,
  { payments, keyRing }: { readonly payments: PaymentDesk; readonly keyRing: KeyRing },
): Orders {
  const book = createEventBook(context);
  return {
    book,
    holdLimit: createMinuteLimit(context.world.monotonicMs),
    allocate: createAllocator({ ...context, payments, keyRing, book, composeOffers }),
  };
}

/** What any one node does for all. */
export function orderLoops(room: Events): readonly Loop[] {
  return [
    { name: 'events.release', everyMs: RELEASE_EVERY_MS, turn: () => runDueOrders(room) },
    { name: 'events.holdAgain', everyMs: RELEASE_EVERY_MS, turn: () => releaseOrphans(room) },
    { name: 'events.refund', everyMs: REFUND_EVERY_MS, turn: () => payOutRefunds(room) },
    { name: 'events.waitlist', everyMs: SERVE_EVERY_MS, turn: () => serveWaitlists(room) },
  ];
}
