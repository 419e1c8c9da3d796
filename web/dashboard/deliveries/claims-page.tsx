import { limits } from 'form:createClaim';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
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
import { claimTexts as t } from './claims-texts.ts';
import { deliveriesTexts } from './texts.ts';
import { choicesOf, said } from './words.ts';

/** Money that was claimed back, and what became of each claim. */
export function ClaimsPage(): VNode {
  return (
    <Page
      title={deliveriesTexts.claims}
      crumbs={[[deliveriesTexts.title, at('/deliveries')]]}
      acts={
        <>
          <CsvButton path="/shipping/claims" filters={['status', 'type', 'job_number', 'sort']} />
          {may('shipping:write') && (
            <ButtonLink kind="primary" icon={Plus} href={at('/deliveries/claims/new')}>
              {t.new}
            </ButtonLink>
          )}
        </>
      }
    >
      <List
        operation={client.listClaims}
        label={deliveriesTexts.claims}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/deliveries/claims/${id}`)}
        isDim={({ status }) => status === 'withdrawn'}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(Object.keys(statuses.claim)),
          },
          { name: 'type', label: t.type, kind: 'choice', options: choicesOf(limits['type']?.options) },
          { name: 'job_number', label: t.job, kind: 'text' },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothing}
        empty={<Empty title={t.empty} text={t.emptyText} />}
        columns={[
          {
            key: 'job',
            title: t.job,
            phone: 1,
            cell: ({ job_number }) => <span class="mono nowrap">{job_number}</span>,
          },
          {
            key: 'status',
            title: t.status,
            phone: 2,
            cell: ({ status }) => <Status of="claim" status={status} />,
          },
          { key: 'type', title: t.type, phone: 3, cell: ({ type }) => said(type) },
          {
            key: 'claimed',
            title: t.claimed,
            right: true,
            phone: 4,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            key: 'approved',
            title: t.approved,
            right: true,
            cell: ({ approved_amount, currency }) =>
              approved_amount !== null && <Money amount={approved_amount} currency={currency} />,
          },
          { key: 'when', title: t.when, cell: ({ created_at }) => nearText(created_at) },
        ]}
      />
    </Page>
  );
}
