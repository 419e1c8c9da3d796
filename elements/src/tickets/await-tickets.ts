import { call, newIdempotencyKey, pause, WidgetError, type Server } from '../core/call.ts';
import type { Order } from './api.ts';

const LATE_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const LOOK_LATE_EVERY_MS = 5_000;
/** Of an order whose money goes back: there will be no tickets. */
const OVER: ReadonlySet<string> = new Set(['refund_pending', 'refunded', 'cancelled']);

type Awaiting = {
  readonly signal: AbortSignal;
  /** It takes longer than it should, and the buyer wants to know. */
  readonly onLate: () => void;
};

/**
 * Looks until the tickets of a paid order are made, a moment after the money came, or until that goes back; null when the signal
 * ends first. The money is there, so a network that goes away and a server that is busy are waited for.
 */
export async function awaitTickets(
  server: Server,
  { id, client_secret: secret }: Order,
  { signal, onLate }: Awaiting,
): Promise<Order | null> {
  const asked = { path: `/public/ticket-orders/${id}`, clientSecret: secret ?? '' };
  const lateAt = Date.now() + LATE_AFTER_MS;
  let isLate = false;
  while (!signal.aborted) {
    const order = await call<Order>(server, asked).catch((error: unknown) => {
      if (error instanceof WidgetError && error.code === 'ORDER_NOT_FOUND') throw error;
      return null;
    });
    if (order && (order.tickets.length > 0 || OVER.has(order.status))) return order;
    if (!isLate && Date.now() > lateAt) {
      isLate = true;
      onLate();
    }
    await pause(isLate ? LOOK_LATE_EVERY_MS : LOOK_EVERY_MS, signal);
  }
  return null;
}

/** Whoever waits for them may have the tickets then. */
export async function giveBackOrder(server: Server, { id, client_secret: secret }: Order): Promise<void> {
  await call(server, {
    method: 'POST',
    path: `/public/ticket-orders/${id}/cancel`,
    body: {},
    clientSecret: secret ?? '',
    idempotencyKey: newIdempotencyKey(),
  });
}
