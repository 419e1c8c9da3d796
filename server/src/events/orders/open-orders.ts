import type { Orders } from './module.ts';
import type { Context } from '../../core/context.ts';
import type { Loop } from '../../core/loop.ts';
import { createMinuteLimit } from '../../core/minute-limit.ts';
import type { PaymentDesk } from '../../payments/index.ts';
import type { Events } from '../module.ts';
import type { KeyRing } from '../tickets/key-ring.ts';
import { serveWaitlists } from '../waitlist/serve-waitlists.ts';
import { createAllocator } from './allocator.ts';
import { createEventBook } from './event-book.ts';
import { payOutRefunds } from './pay-out-refunds.ts';
import { releaseOrphans } from './release-orphans.ts';
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
    allocate: createAllocator({ ...context, payments, keyRing, book }),
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
