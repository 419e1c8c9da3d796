import { Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { Button } from '../../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../../kit/parts/card.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { amountText } from '../../../kit/format/money.ts';
import { isRefundable, type Refunding, type Sale } from './sale.ts';
import { salesTexts as t } from './texts.ts';

type Item = Sale['items'][number];

/** What was sold, as on the receipt, and what it came to; each line can go back. */
export function SaleLines({
  sale,
  refund,
}: {
  readonly sale: Sale;
  readonly refund: (refunding: Refunding) => void;
}): VNode {
  return (
    <Card title={t.lines} bare>
      <ul class="till-lines">
        {sale.items.map((item) => (
          <li key={item.line}>
            <span class="till-count figures">{item.quantity.toLocaleString('en')}</span>
            <span class="grow">
              {item.name}
              <LineMore item={item} currency={sale.currency} />
            </span>
            <Money amount={item.total} currency={sale.currency} />
            {isRefundable(sale) && (
              <Button
                size="s"
                icon={Undo2}
                off={item.quantity_refunded >= item.quantity && t.back1(item.quantity_refunded)}
                onClick={() => refund({ line: item.line })}
              >
                {t.refundLine}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Sums sale={sale} />
    </Card>
  );
}

function LineMore({ item, currency }: { readonly item: Item; readonly currency: string }): VNode | null {
  const said = [
    item.quantity !== 1 && `${amountText(item.unit_price, currency)}`,
    ...item.modifiers.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)),
    ...item.components.map(({ name, quantity }) => `${quantity.toLocaleString('en')} × ${name}`),
    item.discount &&
      `${t.discount} ${item.discount.value}${item.discount.type === 'percent' ? ' %' : ''}${item.discount.reason ? `: ${item.discount.reason}` : ''}`,
    item.note,
    item.quantity_refunded > 0 && t.back1(item.quantity_refunded),
  ].filter((one) => typeof one === 'string' && one !== '');
  return said.length === 0 ? null : <small>{said.join(' · ')}</small>;
}

function Sums({ sale }: { readonly sale: Sale }): VNode {
  const money = (amount: number | string): VNode => <Money amount={amount} currency={sale.currency} />;
  const has = (amount: number | string): boolean => Number(amount) !== 0;
  return (
    <div class="inside till-sums">
      <KeyValues
        rows={[
          has(sale.discount_total) && [t.before, money(sale.subtotal)],
          has(sale.discount_total) && [t.discount, money(-Number(sale.discount_total))],
          has(sale.service_charge) && [t.service, money(sale.service_charge)],
          ...sale.taxes.map(
            ({ name, rate, inclusive, amount }) =>
              [inclusive ? t.included(name, rate) : t.added(name, rate), money(amount)] as const,
          ),
          has(sale.tip) && [t.tip, money(sale.tip)],
          has(sale.cash_rounding) && [t.rounding, money(sale.cash_rounding)],
          [t.total, money(sale.total), 'total'],
          has(sale.amount_refunded) && [t.givenBack, money(-Number(sale.amount_refunded))],
          has(sale.amount_refunded) && [
            t.kept,
            money(Number(sale.total) + Number(sale.cash_rounding) - Number(sale.amount_refunded)),
            'total',
          ],
          has(sale.amount_due) && [t.due, money(sale.amount_due), 'total'],
        ]}
      />
    </div>
  );
}
