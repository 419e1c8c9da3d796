import type { Incident } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at, livemode } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { wordText } from '../words.ts';
import { ResolveDialog } from './incident-dialogs.tsx';
import { jobTexts as t } from './job-texts.ts';

/** What a person must look into, the open ones first. */
export function IncidentsPage(): VNode {
  const [resolving, setResolving] = useState<Incident | null>(null);
  const columns: readonly Column<Incident>[] = [
    { key: 'kind', title: t.kind, phone: 1, cell: (one) => wordText(one.kind) },
    { key: 'status', title: t.status, phone: 2, cell: (one) => <Status of="incident" status={one.status} /> },
    {
      key: 'job',
      title: t.job,
      phone: 3,
      cell: (one) => (
        <a class="link mono" href={at(`/jobs/${one.job_number}`, one.livemode ? 'live' : 'test')}>
          {one.job_number}
        </a>
      ),
    },
    { key: 'note', title: t.note, phone: 4, cell: (one) => one.resolution ?? one.note ?? '' },
    { key: 'at', title: t.openedAt, cell: (one) => nearText(one.opened_at) },
    {
      key: 'acts',
      title: '',
      right: true,
      phone: 2,
      cell: (one) =>
        one.status === 'open' &&
        may('dispatch:write') && (
          <Button size="s" onClick={() => setResolving(one)}>
            {t.resolve}
          </Button>
        ),
    },
  ];
  return (
    <Page title={t.incidents} lead={t.incidentsLead}>
      <List
        operation={client.listIncidents}
        always={{ livemode: livemode() }}
        label={t.incidents}
        columns={columns}
        keyOf={(one) => one.id}
        views={[
          { name: t.openOnes, query: { status: 'open' }, hot: true },
          { name: t.allOnes, query: {} },
        ]}
        filters={[
          { name: 'status', label: t.status, kind: 'choices', options: statusOptions(['open', 'resolved']) },
          { name: 'job_number', label: t.job, kind: 'text' },
        ]}
        sorts={[
          ['-opened_at', common.newestFirst],
          ['opened_at', common.oldestFirst],
        ]}
        empty={<Empty title={t.noIncidents} text={t.noIncidentsText} />}
        nothing={t.noIncidents}
      />
      {resolving && <ResolveDialog incident={resolving} onClose={() => setResolving(null)} />}
    </Page>
  );
}
