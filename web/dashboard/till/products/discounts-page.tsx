import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { tillTexts } from '../texts.ts';
import { CatalogueParts } from './products-page.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

/** Every one of them, in the order of the till. */
export function DiscountsPage(): VNode {
  const add = may('pos:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/till/products/discounts/new')}>
      {t.newDiscount}
    </ButtonLink>
  );
  return (
    <Page
      title={t.discounts}
      crumbs={[[t.title, at('/till/products')]]}
      acts={
        <>
          <CsvButton path="/pos/discounts" filters={['q', 'is_active', 'sort']} />
          {add}
        </>
      }
    >
      <CatalogueParts />
      <List
        operation={client.listDiscounts}
        label={t.discounts}
        columns={[
          { key: 'name', title: tillTexts.name, phone: 1, cell: ({ name }) => name },
          { key: 'for', title: t.appliesTo, phone: 4, cell: ({ applies_to }) => t[applies_to] },
          {
            key: 'value',
            title: t.value,
            right: true,
            phone: 2,
            cell: ({ type, value, currency }) =>
              type === 'percent' ? `${value} %` : <Money amount={value} currency={currency} />,
          },
          {
            key: 'status',
            title: tillTexts.status,
            phone: 3,
            cell: ({ is_active }) => <Status of="product" status={is_active ? 'active' : 'inactive'} />,
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/products/discounts/${id}`)}
        isDim={({ is_active }) => !is_active}
        filters={[{ name: 'is_active', label: t.offered, kind: 'switch' }]}
        search={{ name: 'q', placeholder: tillTexts.name }}
        sorts={[
          ['position', tillTexts.byPlace],
          ['name', tillTexts.byName],
          ['-created_at', tillTexts.newest],
        ]}
        empty={<Empty title={t.discountsEmpty} text={t.discountsText} acts={add} />}
        nothing={t.noDiscountLike}
      />
    </Page>
  );
}
