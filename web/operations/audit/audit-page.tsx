import type { AuditEntry } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { actText } from './act-text.ts';
import { detailsText } from './details-text.ts';
import { auditTexts as t } from './texts.ts';

const columns = (): readonly Column<AuditEntry>[] => [
  { key: 'who', title: t.who, phone: 1, cell: (one) => one.actor_name },
  { key: 'what', title: t.what, phone: 3, cell: (one) => actText(one.action) },
  {
    key: 'job',
    title: t.job,
    phone: 4,
    cell: (one) => (
      <>
        <a class="link mono" href={at(`/jobs/${one.job_number}`, one.livemode ? 'live' : 'test')}>
          {one.job_number}
        </a>{' '}
        {!one.livemode && <Tag>{t.test}</Tag>}
      </>
    ),
  },
  { key: 'details', title: t.details, cell: (one) => <span class="quiet">{detailsText(one.details)}</span> },
  { key: 'at', title: t.when, phone: 2, cell: (one) => nearText(one.at) },
];

/** Who did what to which parcel; nobody can change or delete an entry. */
export function AuditPage(): VNode {
  return (
    <Page
      title={t.ofParcels}
      lead={t.lead}
      acts={<CsvButton path="/dispatch/audit" filters={['job_number', 'actor_id', 'sort']} />}
    >
      <List
        operation={client.listAudit}
        label={t.ofParcels}
        columns={columns()}
        keyOf={(one) => one.id}
        filters={[{ name: 'actor_id', label: t.actorId, kind: 'text' }]}
        search={{ name: 'job_number', placeholder: t.job }}
        sorts={[
          ['-at', common.newestFirst],
          ['at', common.oldestFirst],
        ]}
        empty={<Empty title={t.none} text={t.noneText} />}
        nothing={t.none}
      />
    </Page>
  );
}
