import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { mode } from '../../kit/data/session.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import type { PaymentData } from './payment-data.ts';
import { paymentTexts as t } from './texts.ts';
import { bookText } from './words.ts';

const OUTCOMES = [
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'processing',
  'succeeded_late',
  'wrong_amount',
] as const;

/** In test mode: what the payer or the provider does next. */
export function Simulate({ payment }: { readonly payment: PaymentData }): VNode | null {
  const act = useAct(client.simulatePayment);
  // What is paid stays paid, whatever a payer does.
  if (mode.value !== 'test' || payment.provider !== 'test' || payment.status === 'succeeded') return null;
  return (
    <Card title={t.simulate}>
      <p class="quiet small">{t.simulateText}</p>
      <div class="row wrap gap-top">
        {OUTCOMES.map((outcome) => (
          <Button
            size="s"
            busy={act.busy}
            onClick={() => void act.run({ params: { id: payment.id }, body: { outcome } })}
          >
            {bookText(outcome)}
          </Button>
        ))}
      </div>
      {act.error && (
        <p class="fault" role="alert">
          {act.error.message}
        </p>
      )}
    </Card>
  );
}
