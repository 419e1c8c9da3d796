import type { DeliverySummary } from '@cottontree/contract';
import type { VNode } from 'preact';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';

const STEPS = ['to_collect', 'collected', 'deposited', 'settled'];

/** Cash on delivery: how much, and how far it has come. */
export function CashCard({ delivery }: { readonly delivery: DeliverySummary }): VNode | null {
  const { cod_amount, cod_status, currency } = delivery;
  if (cod_amount === 0) return null;
  // What is disputed was handed in.
  const reached = cod_status === 'disputed' ? 2 : STEPS.indexOf(cod_status);
  return (
    <Card>
      <h2>{t.cod}</h2>
      <div class="large cash-amount">
        <Money amount={cod_amount} currency={currency} />
      </div>
      {cod_status === 'none' ? (
        <p class="small quiet">{t.codNone}</p>
      ) : (
        <ol class="cash-steps">
          {t.codSteps.split('|').map((step, index) => (
            <li
              class={`${index <= reached ? 'on' : ''} ${reached === STEPS.length - 1 ? 'good' : 'wait'}`}
              aria-current={index === reached ? 'step' : undefined}
            >
              {step}
            </li>
          ))}
        </ol>
      )}
      {cod_status === 'disputed' && <Note meaning="bad">{t.codDisputed}</Note>}
    </Card>
  );
}
