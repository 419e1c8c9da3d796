import { ownAccountWrites } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText, nearText } from '../../../kit/format/time.ts';
import { initialsOf } from '../../../kit/format/words.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import type { Filter } from '../../../kit/list/filters.tsx';
import { List, type RowOf } from '../../../kit/list/list-page.tsx';
import { Face, Tag } from '../../../kit/parts/note.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { hrefOfId } from '../../shell/things.ts';
import { deviceText } from '../device-text.ts';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { activityTexts as t } from './texts.ts';

type Row = RowOf<'listActivity'>;
const EVERY_MS = 10_000;
/** What was sent stands in the request log for so long. */
const SENT_KEPT_MS = 7 * 86_400_000;
const OWN_ACCOUNT: ReadonlySet<string> = new Set(ownAccountWrites);

/** Who did what, when and from where. */
export function ActivityPage(): VNode {
  const isAllowed = may('activity:read');
  return (
    <Page
      title={pageNames.activity}
      crumbs={[[settingsTexts.settings, at('/settings')]]}
      lead={t.lead}
      acts={isAllowed && <CsvButton path="/activity" filters={filters().map(({ name }) => name)} />}
    >
      {!isAllowed ? (
        <NotAllowed scope="activity:read" />
      ) : (
        <List
          operation={client.listActivity}
          label={pageNames.activity}
          keyOf={({ id }) => id}
          columns={columns()}
          views={[
            { name: t.all, query: {} },
            { name: t.people, query: { actor_kind: 'member' } },
            { name: t.machines, query: { actor_kind: 'key,session' } },
          ]}
          filters={filters()}
          search={{ name: 'operation', placeholder: t.search }}
          empty={<Empty title={t.empty} text={t.emptyText} />}
          nothing={t.nothing}
          everyMs={EVERY_MS}
        />
      )}
    </Page>
  );
}

function filters(): readonly Filter[] {
  return [
    {
      name: 'actor_kind',
      label: t.kind,
      kind: 'choices',
      options: [
        ['member', t.member],
        ['key', t.key],
        ['session', t.session],
      ],
    },
    { name: 'actor_id', label: t.actor, kind: 'text' },
    { name: 'operation', label: t.operation, kind: 'text' },
    { name: 'thing', label: t.thing, kind: 'text' },
    { name: 'created_from', label: t.from, kind: 'date' },
    { name: 'created_to', label: t.until, kind: 'date' },
  ];
}

function columns(): readonly Column<Row>[] {
  return [
    { key: 'what', title: t.what, phone: 1, cell: (row) => <What of={row} /> },
    {
      key: 'who',
      title: t.who,
      phone: 2,
      cell: ({ actor }) => (
        <span class="row">
          <Face initials={initialsOf(nameOf(actor))} size="s" />
          {nameOf(actor)}
        </span>
      ),
    },
    { key: 'where', title: t.where, phone: 3, cell: (row) => <Where of={row} /> },
    {
      key: 'when',
      title: t.when,
      right: true,
      phone: 4,
      cell: (row) => <When of={row} />,
    },
  ];
}

function nameOf({ kind, name }: Row['actor']): string {
  return name || (kind === 'key' ? t.someKey : t.someSession);
}

function What({ of: { summary, thing, outcome } }: { readonly of: Row }): VNode {
  const href = thing === null ? null : hrefOfId(thing);
  return (
    <span>
      {summary} {outcome === 'unknown' && <Tag>{t.unknown}</Tag>}
      {thing !== null && (
        <small class="mono">
          {href === null ? (
            thing
          ) : (
            <a class="link" href={href}>
              {thing}
            </a>
          )}
        </small>
      )}
    </span>
  );
}

function Where({ of: row }: { readonly of: Row }): VNode {
  const known = row.browser !== null || row.system !== null;
  return (
    <span>
      <span class="mono small">{row.address}</span>
      {known && <small>{deviceText(row)}</small>}
    </span>
  );
}

/** With the request behind it, while that is kept. */
function When({ of: { created_at, operation, request_id } }: { readonly of: Row }): VNode {
  const isKept = Date.now() - Date.parse(created_at) < SENT_KEPT_MS && !OWN_ACCOUNT.has(operation);
  return (
    <span>
      <span title={momentText(created_at)}>{nearText(created_at)}</span>
      {isKept && may('requests:read') && (
        <small>
          <a class="link" href={at(`/developers/requests/${encodeURIComponent(request_id)}`)}>
            {t.request}
          </a>
        </small>
      )}
    </span>
  );
}
