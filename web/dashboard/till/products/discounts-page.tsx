import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { Money } from '../../../kit/parts/money.tsx';
import { CatalogueList } from './catalogue-list.tsx';
import { productsTexts as t } from './texts.ts';

/** Every one of them, in the order of the till. */
export function DiscountsPage(): VNode {
  return (
    <CatalogueList
      operation={client.listDiscounts}
      path="/pos/discounts"
      pages="/till/products/discounts"
      title={t.discounts}
      add={t.newDiscount}
      columns={[
        { key: 'for', title: t.appliesTo, phone: 4, cell: ({ applies_to }) => t[applies_to] },
        {
          key: 'value',
          title: t.value,
          right: true,
          phone: 2,
          cell: ({ type, value, currency }) =>
            type === 'percent' ? `${value} %` : <Money amount={value} currency={currency} />,
        },
      ]}
      none={[t.discountsEmpty, t.discountsText]}
      noneLike={t.noDiscountLike}
    />
  );
}
