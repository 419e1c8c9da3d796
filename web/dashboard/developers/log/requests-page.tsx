import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText, nearText } from '../../../kit/format/time.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { List, type RowOf } from '../../../kit/list/list-page.tsx';
import type { Filter } from '../../../kit/list/filters.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { AnswerTag } from './answer-tag.tsx';
import { logTexts as t } from './log-texts.ts';
import { msText } from './values.ts';

type Row = RowOf<'listRequests'>;
const EVERY_MS = 5_000;

/** What was asked of the API, and how it was answered. */
export function RequestsPage(): VNode {
  return (
    <DevPage
      title={placeTexts.requests}
      lead={t.requestsLead}
      acts={<CsvButton path="/requests" filters={filters().map(({ name }) => name)} />}
    >
      {!may('requests:read') ? (
        <NotAllowed scope="requests:read" />
      ) : (
        <List
          operation={client.listRequests}
          label={placeTexts.requests}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => at(`/developers/requests/${encodeURIComponent(id)}`)}
          columns={columns()}
          views={[
            { name: t.all, query: {} },
            { name: t.refused, query: { status: '4xx' } },
            { name: t.broken, query: { status: '5xx' }, hot: true },
            { name: t.writes, query: { method: 'POST,PATCH,DELETE' } },
          ]}
          filters={filters()}
          search={{ name: 'operation', placeholder: t.searchOperation }}
          empty={
            <Empty
              title={t.emptyRequests}
              text={t.emptyRequestsText}
              acts={
                <ButtonLink kind="primary" href={at('/developers')}>
                  {t.quickStart}
                </ButtonLink>
              }
            />
          }
          nothing={t.noRequest}
          everyMs={EVERY_MS}
        />
      )}
    </DevPage>
  );
}

function filters(): readonly Filter[] {
  return [
    {
      name: 'status',
      label: t.status,
      kind: 'choices',
      options: [
        ['2xx', t.s2],
        ['3xx', t.s3],
        ['4xx', t.s4],
        ['5xx', t.s5],
      ],
    },
    {
      name: 'method',
      label: t.method,
      kind: 'choices',
      options: ['GET', 'POST', 'PATCH', 'DELETE'].map((one) => [one, one] as const),
    },
    { name: 'operation', label: t.operation, kind: 'text' },
    { name: 'code', label: t.code, kind: 'text' },
    { name: 'key_id', label: t.key, kind: 'text' },
    { name: 'person_id', label: t.person, kind: 'text' },
    { name: 'created_from', label: t.from, kind: 'date' },
    { name: 'created_to', label: t.until, kind: 'date' },
  ];
}

function columns(): readonly Column<RowOf<'listRequests'>>[] {
  return [
    {
      key: 'call',
      title: t.call,
      phone: 1,
      cell: (row) => (
        <>
          <span class="mono call">
            <b>{row.method}</b> {row.path.replace(/^\/v1/, '')}
          </span>
          <small>
            {row.operation}
            {row.count > 1 && `, ${t.times(row.count)}`}
          </small>
        </>
      ),
    },
    {
      key: 'answer',
      title: t.answer,
      phone: 2,
      cell: (row) => <AnswerTag status={row.status} words={row.code} />,
    },
    {
      key: 'took',
      title: t.took,
      right: true,
      cell: (row) => <span class="figures">{t.ms(msText(row.duration_ms))}</span>,
    },
    { key: 'by', title: t.by, cell: (row) => <By of={row} /> },
    {
      key: 'when',
      title: t.when,
      right: true,
      phone: 4,
      cell: (row) => <span title={momentText(row.created_at)}>{nearText(row.created_at)}</span>,
    },
  ];
}

function By({ of: row }: { readonly of: Row }): VNode {
  return row.person ? (
    <span>{row.person.name}</span>
  ) : (
    <span class="mono small">{row.key_id === null ? t.nobody : `…${row.key_id.slice(-6)}`}</span>
  );
}
