import { hasPaymentEnded, type Input, type Operations, type Payment } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import type { EventFeed } from '../core/event-feed.ts';
import type { Reply } from '../core/reply.ts';
import type { Payments } from './open-payments.ts';
import type { PaymentRow } from './payments.queries.ts';
import { findReadablePayment } from './readable-payment.ts';
import { replyPayment, showPayment } from './reply-payment.ts';

/** After the last state the stream stays open this long, so that the listener hears it and hangs up itself. */
const GRACE_MS = 5_000;

/** Tells every change of a payment as a stream, until it has ended. */
export async function followPayment(
  { params, query }: Input<Operations['followPayment']>,
  call: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  const row = await findReadablePayment(room, call, { id: params.id, clientSecret: query.client_secret });
  if (call.stream === null) return replyPayment(room, row);
  return { ...replyPayment(room, row), events: streamPayment(room, row, call.stream.lastEventId) };
}

/** Every state from `first` on; null when the listener has seen the end already. */
export function streamPayment(
  room: Payments,
  first: PaymentRow,
  lastEventId: string | null,
): EventFeed | null {
  const isOver = ({ status }: PaymentRow): boolean => hasPaymentEnded(status);
  if (isOver(first) && lastEventId === String(first.version)) return null;
  return (sink) => {
    let grace: NodeJS.Timeout | undefined;
    const tell = (row: PaymentRow): void => {
      sink.send({ name: 'payment', id: String(row.version), data: JSON.stringify(showPayment(room, row)) });
      if (isOver(row)) grace ??= setTimeout(sink.end, GRACE_MS);
    };
    if (lastEventId !== String(first.version)) tell(first);
    const stop = room.watch.watch(first, tell);
    return {
      beat: () => undefined,
      stop() {
        clearTimeout(grace);
        stop();
      },
    };
  };
}
