import { useState } from 'preact/hooks';
import { BulkBar } from '../kit/list/bulk-bar.tsx';
import { Filters } from '../kit/list/filters.tsx';
import { List } from '../kit/list/list-page.tsx';
import { ColumnsChoice, Pager, SearchField, SortChoice, useHiddenColumns } from '../kit/list/list-tools.tsx';
import { ListViews } from '../kit/list/list-views.tsx';
import { KeepView } from '../kit/list/own-views.tsx';
import { Money } from '../kit/parts/money.tsx';
import { Empty } from '../kit/parts/states.tsx';
import { Status } from '../kit/parts/status.tsx';
import { Pick, Table, type Column } from '../kit/parts/table.tsx';
import { ViewCount, Views } from '../kit/parts/tabs.tsx';
import { Button } from '../kit/parts/button.tsx';
import { nothing, type Entry } from './entry.tsx';
import { deliveries } from './samples.ts';

type Row = (typeof deliveries)[number];

const columns: readonly Column<Row>[] = [
  {
    key: 'job',
    title: 'Job',
    phone: 1,
    cell: ({ job, order }) => (
      <>
        <span class="mono">{job}</span>
        <small>{order}</small>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    phone: 3,
    cell: ({ status }) => <Status of="delivery" status={status} />,
  },
  {
    key: 'who',
    title: 'Recipient',
    phone: 4,
    cell: ({ who, where }) => (
      <>
        {who}
        <small>{where}</small>
      </>
    ),
  },
  {
    key: 'cash',
    title: 'Cash to collect',
    right: true,
    phone: 2,
    cell: ({ cash }) => <Money amount={cash} />,
  },
  { key: 'when', title: 'When', right: true, phone: 5, cell: () => '14:05' },
];
const views = [
  { name: 'Today', query: {} },
  { name: 'Late', query: { late: 'true' }, hot: true },
] as const;
const filters = [
  { name: 'status', label: 'Status', kind: 'choices', options: [['failed', 'Failed']] },
  { name: 'created_from', label: 'From', kind: 'date' },
] as const;

/** Answers as a list of the API does, without asking anybody. */
function listed(rows: readonly Row[]) {
  return async () => ({
    data: rows,
    meta: { page: 1, limit: 25, total: rows.length, total_pages: 1, has_next_page: false },
  });
}
const [full, none] = [listed(deliveries), listed([])] as never[];

function Whole({ operation, label }: { readonly operation: never; readonly label: string }) {
  return (
    <List<Row>
      operation={operation}
      always={{ label }}
      label={label}
      keyOf={({ job }) => job}
      columns={columns}
      views={views}
      filters={filters}
      search={{ name: 'q', placeholder: `Job, order or phone in ${label}` }}
      sorts={[
        ['-created_at', 'Newest first'],
        ['created_at', 'Oldest first'],
      ]}
      nothing="No delivery matches"
      empty={<Empty title="No parcels yet" text="Send the first one in a minute." />}
      bulk={(selected) => <Button>Print {selected.length} labels</Button>}
    />
  );
}

function Picked() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(['SHP-7K3M-9QWX']));
  return (
    <Table
      label="Deliveries, one picked"
      bleed={false}
      rows={deliveries}
      keyOf={({ job }) => job}
      hrefOf={({ job }) => `#${job}`}
      isDim={({ status }) => status === 'cancelled'}
      selection={{ keys, change: setKeys, label: 'All' }}
      columns={columns}
    />
  );
}

function Ticked({ some = false }: { readonly some?: boolean }) {
  const [on, setOn] = useState(true);
  return <Pick label={some ? 'Some of several' : 'SHP-7K3M-9QWX'} on={on} some={some} change={setOn} />;
}

function Hidden() {
  return <ColumnsChoice columns={columns} hidden={useHiddenColumns('gallery')} />;
}

const own = { views: [{ name: 'Aberdeen', query: { city: 'Aberdeen' } }], add: nothing, drop: nothing };

/** What stands under each other, and what it is narrowed by. */
export const listedParts: readonly Entry[] = [
  { part: 'Table', states: [['picked, dim, leading on', Picked]] },
  {
    part: 'Pick',
    states: [
      ['chosen', () => <Ticked />],
      ['some of several', () => <Ticked some />],
    ],
  },
  {
    part: 'BulkBar',
    states: [
      [
        'two are chosen',
        () => (
          <BulkBar count={2} clear={nothing}>
            <Button>Print 2 labels</Button>
          </BulkBar>
        ),
      ],
    ],
  },
  {
    part: 'List',
    states: [
      ['with rows', () => <Whole operation={full as never} label="Deliveries" />],
      ['with nothing yet', () => <Whole operation={none as never} label="Parcels" />],
    ],
  },
  {
    part: 'ListViews',
    states: [
      [
        'the one that is shown has its number',
        () => (
          <ListViews
            list={{ operation: full as never, label: 'Views of a list' }}
            views={views}
            names={new Set(['late'])}
            query={{}}
            own={null}
            total={3}
          />
        ),
      ],
    ],
  },
  {
    part: 'KeepView',
    states: [
      [
        'to keep what is narrowed',
        () => (
          <nav class="views" aria-label="A view to keep">
            <KeepView own={own} query={{ status: 'failed' }} known={undefined} />
          </nav>
        ),
      ],
      [
        'to let go of an own one',
        () => (
          <nav class="views" aria-label="A view to let go">
            <KeepView own={own} query={own.views[0]?.query ?? {}} known={own.views[0]} />
          </nav>
        ),
      ],
    ],
  },
  {
    part: 'Views',
    states: [
      [
        'the first is shown, the second should be empty',
        () => (
          <Views
            label="Views"
            views={[
              { name: 'Today', href: '#Views', on: true, count: 47 },
              { name: 'Late', href: '#Views', on: false, count: 1, hot: true },
              { name: 'Failed this week', href: '#Views', on: false },
            ]}
          />
        ),
      ],
    ],
  },
  {
    part: 'ViewCount',
    states: [
      [
        'quiet, and one too many',
        () => (
          <span class="views">
            <ViewCount count={1204} /> <ViewCount count={1} hot />
          </span>
        ),
      ],
    ],
  },
  {
    part: 'SearchField',
    states: [['empty', () => <SearchField value="" placeholder="Number, name or phone" set={nothing} />]],
  },
  { part: 'Filters', states: [['none is set', () => <Filters filters={filters} />]] },
  {
    part: 'SortChoice',
    states: [
      [
        'the newest first',
        () => (
          <SortChoice
            sorts={[
              ['-created_at', 'Newest first'],
              ['created_at', 'Oldest first'],
            ]}
          />
        ),
      ],
    ],
  },
  { part: 'ColumnsChoice', states: [['closed', Hidden]] },
  {
    part: 'Pager',
    states: [
      [
        'in the middle',
        () => (
          <Pager
            meta={{ page: 2, limit: 25, total: 112, has_next_page: true }}
            count={25}
            hrefWith={() => '#Pager'}
          />
        ),
      ],
    ],
  },
];
