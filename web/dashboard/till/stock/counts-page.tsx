import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { List } from '../../../kit/list/list-page.tsx';
import { statusOptions } from '../../../kit/list/filters.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { StockParts } from './stock-parts.tsx';
import { stockTexts as t } from './texts.ts';
import '../till.css';

/** Every stocktaking. */
export function CountsPage(): VNode {
  const names = useNames();
  const begin = may('inventory:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/till/stock/counts/new')}>
      {t.newCount}
    </ButtonLink>
  );
  return (
    <Page title={t.title} name={t.counts} crumbs={[[t.title, at('/till/stock')]]} acts={begin}>
      <StockParts />
      <List
        operation={client.listStockCounts}
        label={t.counts}
        columns={[
          {
            key: 'when',
            title: t.started,
            phone: 1,
            cell: ({ created_at, note }) => (
              <>
                {momentText(created_at)}
                <small>{note}</small>
              </>
            ),
          },
          {
            key: 'status',
            title: tillTexts.status,
            phone: 3,
            cell: ({ status }) => <Status of="stock_count" status={status} />,
          },
          {
            key: 'where',
            title: tillTexts.location,
            phone: 4,
            cell: (count) => names.location(count.location_id),
          },
          {
            key: 'counted',
            title: t.counted,
            right: true,
            cell: ({ counted, lines }) => t.countedOf(counted, lines),
          },
          {
            key: 'different',
            title: t.difference,
            right: true,
            phone: 2,
            cell: ({ different }) => t.different(different),
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/stock/counts/${id}`)}
        isDim={({ status }) => status === 'cancelled'}
        filters={[
          {
            name: 'status',
            label: tillTexts.status,
            kind: 'choices',
            options: statusOptions(['open', 'submitted', 'cancelled']),
          },
          {
            name: 'location_id',
            label: tillTexts.location,
            kind: 'choice',
            options: choicesOf(names.locations),
          },
        ]}
        empty={
          <Empty
            title={t.countsEmpty}
            text={t.countsText}
            steps={[t.countStep1, t.countStep2, t.countStep3]}
            acts={begin}
          />
        }
        nothing={t.noCount}
      />
    </Page>
  );
}
