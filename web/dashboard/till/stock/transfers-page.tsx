import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { statusOptions } from '../../../kit/list/filters.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { itemName, StockParts } from './stock-parts.tsx';
import { stockTexts as t } from './texts.ts';
import '../till.css';

/** Stock that went, or is on its way, from one location to another. */
export function TransfersPage(): VNode {
  const names = useNames();
  const add = may('inventory:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/till/stock/transfers/new')}>
      {t.newTransfer}
    </ButtonLink>
  );
  return (
    <Page title={t.title} name={t.transfers} crumbs={[[t.title, at('/till/stock')]]} acts={add}>
      <StockParts />
      <List
        operation={client.listStockTransfers}
        label={t.transfers}
        columns={[
          {
            key: 'way',
            title: t.way,
            phone: 1,
            cell: (one) =>
              t.transferOf(names.location(one.from_location_id), names.location(one.to_location_id)),
          },
          {
            key: 'status',
            title: tillTexts.status,
            phone: 3,
            cell: ({ status }) => <Status of="stock_transfer" status={status} />,
          },
          {
            key: 'what',
            title: tillTexts.product,
            phone: 4,
            cell: ({ items }) =>
              items.map((item) => `${item.quantity.toLocaleString('en')} × ${itemName(item)}`).join(', '),
          },
          { key: 'sent', title: t.sent, right: true, phone: 2, cell: ({ sent_at }) => momentText(sent_at) },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/stock/transfers/${id}`)}
        isDim={({ status }) => status === 'cancelled'}
        filters={[
          {
            name: 'status',
            label: tillTexts.status,
            kind: 'choices',
            options: statusOptions(['sent', 'received', 'cancelled']),
          },
          {
            name: 'location_id',
            label: tillTexts.location,
            kind: 'choice',
            options: choicesOf(names.locations),
          },
        ]}
        sorts={[
          ['-sent_at', tillTexts.newest],
          ['sent_at', tillTexts.oldest],
        ]}
        empty={<Empty title={t.transfersEmpty} text={t.transfersText} acts={add} />}
        nothing={t.noTransfer}
      />
    </Page>
  );
}
