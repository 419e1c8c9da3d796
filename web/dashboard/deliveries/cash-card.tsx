import type { DeliverySummary } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { useCall } from '../../kit/data/queries.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { at } from '../paths.ts';
import { deliveryTexts as t } from './delivery-texts.ts';

const STEPS = ['to_collect', 'collected', 'deposited', 'settled'];

/** Cash on delivery: how much, and how far it has come. */
export function CashCard({ delivery }: { readonly delivery: DeliverySummary }): VNode | null {
  const { cod_amount, cod_status, currency } = delivery;
  const { answer } = useCall(
    client.listPayments,
    cod_status === 'settled' && may('payments:read')
      ? { query: { delivery_job_number: delivery.job_number, status: 'succeeded', limit: 1 } }
      : null,
  );
  // What went back settles nothing.
  const paid = answer?.data.find(({ amount_refunded: back }) => back === 0);
  // What is disputed was handed in.
  const reached = cod_status === 'disputed' ? 2 : STEPS.indexOf(cod_status);
  if (cod_amount === 0) return null;
  return (
    <Card>
      <h2>{t.cod}</h2>
      <div class="large cash-amount">
        <Money amount={cod_amount} currency={currency} />
      </div>
      {cod_status === 'none' ? (
        <p class="small quiet">{t.codNone}</p>
      ) : paid !== undefined || (cod_status === 'settled' && delivery.delivered_at === null) ? (
        <>
          <p>
            {paid === undefined ? (
              t.codPaid
            ) : (
              <a class="link" href={at(`/payments/${paid.id}`)}>
                {t.codPaid}
              </a>
            )}
          </p>
          <p class="small quiet">{t.codPaidMore}</p>
        </>
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
