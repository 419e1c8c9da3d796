import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { dateText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Whom } from './recurring-whom.tsx';
import { oftenText, titleOf } from './recurring-words.ts';
import { recurringTexts as r } from './recurring-texts.ts';
import { invoiceTexts as t } from './texts.ts';

/** What is billed again and again. */
export function RecurringPage(): VNode {
  const write = may('invoices:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/invoices/recurring/new')}>
      {r.newOne}
    </ButtonLink>
  );
  return (
    <Page
      title={t.recurring}
      crumbs={[[t.invoices, at('/invoices')]]}
      acts={
        <>
          <CsvButton path="/invoices/recurring" filters={['status', 'sort']} />
          {write}
        </>
      }
    >
      <List
        operation={client.listRecurringInvoices}
        label={t.recurring}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/invoices/recurring/${id}`)}
        isDim={({ status }) => status === 'ended'}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(['active', 'paused', 'ended']),
          },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={r.nothing}
        empty={<Empty title={r.emptyTitle} text={r.emptyText} acts={write} />}
        columns={[
          {
            key: 'name',
            title: r.name,
            phone: 1,
            cell: (one) => (
              <>
                {titleOf(one)}
                <small>
                  <Whom one={one} />
                </small>
              </>
            ),
          },
          {
            key: 'status',
            title: t.status,
            phone: 3,
            cell: ({ status, failure }) => (
              <>
                <Status of="recurring" status={status} />
                {failure && <small class="fault">{failure.message}</small>}
              </>
            ),
          },
          { key: 'often', title: r.often, phone: 4, cell: (one) => oftenText(one) },
          { key: 'made', title: r.made, right: true, cell: ({ invoices_made }) => invoices_made },
          {
            key: 'next',
            title: r.next,
            right: true,
            phone: 2,
            cell: ({ next_date }) => (next_date === null ? '' : dateText(next_date)),
          },
        ]}
      />
    </Page>
  );
}
