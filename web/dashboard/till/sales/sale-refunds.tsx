import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { nearText } from '../../../kit/format/time.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import type { Sale } from './sale.ts';
import { salesTexts as t } from './texts.ts';

/** What came back of a sale so far. */
export function SaleRefunds({ sale }: { readonly sale: Sale }): VNode | null {
  const refunds =
    useCall(client.listSaleRefunds, { params: { id: sale.id }, query: { limit: 100 } }).answer?.data ?? [];
  if (sale.status === 'open' || sale.status === 'parked' || sale.status === 'pending_payment') return null;
  return (
    <Card title={t.refundsTitle} bare>
      <ul class="line-rows">
        {refunds.length === 0 && <li class="quiet">{t.noRefunds}</li>}
        {refunds.map((refund) => (
          <li key={refund.id}>
            <Status of="refund" status={refund.status} />
            <span class="grow">
              <a class="link" href={at(`/till/refunds/${refund.id}`)}>
                {refund.items
                  .map(({ quantity, name }) => `${quantity.toLocaleString('en')} × ${name}`)
                  .join(', ') || t.goodsOfNone}
              </a>
              <small class="quiet till-more">
                {nearText(refund.occurred_at)}
                {refund.reason && ` · ${refund.reason}`}
              </small>
            </span>
            <span class="end">
              <Money amount={refund.amount} currency={refund.currency} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
