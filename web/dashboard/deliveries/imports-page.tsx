import { Upload } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { statuses } from '../../kit/parts/statuses.ts';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { importTexts as t } from './imports-texts.ts';
import { deliveriesTexts } from './texts.ts';

const EVERY_MS = 5_000;

/** Imports of the last 30 days. */
export function ImportsPage(): VNode {
  const add = may('shipping:write') && (
    <ButtonLink kind="primary" icon={Upload} href={at('/deliveries/imports/new')}>
      {t.new}
    </ButtonLink>
  );
  return (
    <Page
      title={deliveriesTexts.imports}
      crumbs={[[deliveriesTexts.title, at('/deliveries')]]}
      lead={t.kept}
      acts={add}
    >
      <List
        operation={client.listImports}
        label={deliveriesTexts.imports}
        keyOf={({ id }) => id ?? ''}
        hrefOf={({ id }) => at(`/deliveries/imports/${id ?? ''}`)}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(Object.keys(statuses.import)),
          },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothing}
        everyMs={EVERY_MS}
        empty={<Empty title={t.empty} text={t.emptyText} steps={t.emptySteps.split('|')} acts={add} />}
        columns={[
          { key: 'when', title: t.when, phone: 1, cell: ({ created_at }) => nearText(created_at) },
          {
            key: 'status',
            title: t.status,
            phone: 2,
            cell: ({ status }) => <Status of="import" status={status} />,
          },
          {
            key: 'progress',
            title: t.progress,
            phone: 3,
            cell: ({ done, rows }) => t.running(done, rows),
          },
          { key: 'made', title: t.made, right: true, cell: ({ created }) => created.toLocaleString('en') },
          { key: 'failed', title: t.failed, right: true, cell: ({ failed }) => failed.toLocaleString('en') },
          {
            key: 'cost',
            title: t.cost,
            right: true,
            phone: 4,
            cell: ({ total_fee, currency }) => <Money amount={total_fee} currency={currency} />,
          },
        ]}
      />
    </Page>
  );
}
