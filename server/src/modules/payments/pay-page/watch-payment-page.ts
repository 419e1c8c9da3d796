import { hasPaymentEnded } from '@cottontree/contract';
import type { EventFeed } from '../../../kernel/running/event-feed.ts';
import type { Payments } from '../module.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';

/** Tells that a payment changed, and not what: the page is asked for again. */
export function watchPaymentPage({ watch }: Payments, first: PaymentRow): EventFeed {
  return (sink) => {
    const tell = ({ version, status }: PaymentRow): void => {
      sink.send({ name: 'change', id: String(version), data: '{}' });
      if (hasPaymentEnded(status)) sink.end();
    };
    tell(first);
    return { beat: () => undefined, stop: watch.watch(first, tell) };
  };
}
