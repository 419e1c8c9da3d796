import type { AnswerOf } from '@cottontree/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { nearText } from '../../kit/format/time.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { leftOf, mayRefund, refundedAt, RefundDialog } from './payment-acts.tsx';
import type { PaymentData } from './payment-data.ts';
import { paymentTexts as t } from './texts.ts';

type RefundData = AnswerOf<'listPaymentRefunds'>['data'][number];

type Props = { readonly payment: PaymentData; readonly refunds: readonly RefundData[] };

/** What went back of a payment, how much still can, and the way to it. */
export function RefundsCard({ payment, refunds }: Props): VNode | null {
  if (payment.status !== 'succeeded') return null;
  const left = leftOf(payment);
  const money = <Money amount={left} currency={payment.currency} />;
  return (
    <Card
      title={t.refunds}
      bare={refunds.length > 0}
      end={mayRefund(payment) && <GiveBack payment={payment} />}
    >
      {refunds.length > 0 && (
        <ul class="line-rows refund-rows">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <Status of="refund" status={refund.status} />
              <span class="quiet">{refund.failure?.message ?? refund.reason}</span>
              <span class="end">
                <Money amount={refund.amount} currency={refund.currency} />
                <small>{nearText(refund.created_at)}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p class={`small quiet ${refunds.length > 0 ? 'inside' : ''}`}>
        {left <= 0 ? (
          t.allWentBack
        ) : (
          <>
            {refunds.length === 0 && t.noneBack} {t.upTo} {money}.
          </>
        )}
      </p>
    </Card>
  );
}

/** At the payment itself, or at the sale, order or invoice that counts on it. */
function GiveBack({ payment }: { readonly payment: PaymentData }): VNode {
  const [isAsking, ask] = useState(false);
  const owner = refundedAt(payment);
  return (
    <>
      {owner !== null ? (
        <a class="link" href={owner}>
          {t.giveBack}
        </a>
      ) : (
        <button type="button" class="link" onClick={() => ask(true)}>
          {t.giveBack}
        </button>
      )}
      {isAsking && <RefundDialog payment={payment} close={() => ask(false)} />}
    </>
  );
}
