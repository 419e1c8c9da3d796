import type { ListAnswer, ListId } from '@cottontree/client';
import type { Data, Operations } from '@cottontree/contract';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nameOf, useCall } from '../data/queries.ts';
import { Loading, NothingFound, Problem } from '../parts/states.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { common } from '../text/common.ts';
import { refusalText } from '../text/refusals.ts';
import { useLocation } from 'preact-iso';
import { useAddress, type Query } from './address.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Filters, type Filter } from './filters.tsx';
import { ColumnsChoice, Pager, SearchField, SortChoice, useHiddenColumns } from './list-tools.tsx';
import { ListViews } from './list-views.tsx';
import { useOwnViews, type SavedView } from './own-views.tsx';
import { withWordRead, type Search } from './search-word.ts';
import './list-page.css';

export type { SavedView } from './own-views.tsx';
export type { Search } from './search-word.ts';

export type RowOf<Id extends ListId> = Data<Operations[Id]>;

export type ListProps<Row> = {
  /** The operation that lists: `client.listDeliveries`. */
  readonly operation: (call: never) => Promise<ListAnswer<Row>>;
  /** What it is always narrowed by, whatever the address says. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** Its path's parameters, where it has any. */
  readonly params?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly columns: readonly Column<NoInfer<Row>>[];
  readonly keyOf: (row: NoInfer<Row>) => string;
  readonly hrefOf?: (row: NoInfer<Row>) => string;
  readonly isDim?: (row: NoInfer<Row>) => boolean;
  readonly views?: readonly SavedView[];
  readonly filters?: readonly Filter[];
  /** Whether people may keep views of their own, on this device. */
  readonly keepsViews?: boolean;
  readonly search?: Search;
  readonly sorts?: readonly (readonly [value: string, name: string])[];
  /** Shown while there is nothing at all. */
  readonly empty: ComponentChildren;
  readonly nothing: string;
  /** What can be done to those that are selected. */
  readonly bulk?: (selected: readonly Row[], clear: () => void) => ComponentChildren;
  readonly everyMs?: number;
};

const LIMIT = 25;

/** A list: saved views, search, filters, order and page, all in the address; a table; what is selected can be acted on. */
export function List<Row>(props: ListProps<Row>): VNode {
  const { operation, params, columns, filters = [], search, sorts = [], keyOf, bulk } = props;
  const { query, hrefWith, change } = useAddress();
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const hidden = useHiddenColumns(nameOf(operation));
  const own = useOwnViews(nameOf(operation));
  const views = [...(props.views ?? []), ...(props.keepsViews ? own.views : [])];
  useSearchThatLeads(search, query);
  const names = new Set([
    ...filters.map((filter) => filter.name),
    ...views.flatMap((view) => Object.keys(view.query)),
    ...(search ? [search.name] : []),
  ]);
  const asked = queryOf(query, [...names]);
  // The names come from the declarations of this very operation's filters, so the call has its form.
  const call = {
    ...(params ? { params } : {}),
    query: {
      ...withWordRead(asked, search),
      ...props.always,
      page: pageOf(query),
      limit: LIMIT,
    },
  };
  const { answer, error, loading, stale, again } = useCall(
    operation as (call: object) => Promise<ListAnswer<Row>>,
    call,
    props.everyMs === undefined ? {} : { everyMs: props.everyMs },
  );
  const set = Object.keys(asked).filter((name) => name !== 'sort').length;
  const shown = columns.filter(({ key }) => !hidden.keys.has(key));
  useEffect(() => pick(new Set()), [JSON.stringify(asked), query['page']]);
  // Some may have left the list by what was done to them.
  const inSight = (answer?.data ?? []).filter((row) => picked.has(keyOf(row)));
  // Fewer are left than led here: the last page there is, and not that there is nothing.
  const last = Math.ceil((answer?.meta.total ?? 0) / LIMIT);
  const isBeyond = answer?.data.length === 0 && last > 0 && !stale;
  useEffect(() => {
    if (isBeyond) change({ page: last > 1 ? String(last) : null });
  }, [isBeyond]);

  return (
    <div class="list">
      <ListViews
        list={props}
        views={views}
        names={names}
        query={asked}
        own={props.keepsViews ? own : null}
        total={answer?.meta.total}
      />
      <div class="list-tools" hidden={answer?.data.length === 0 && set === 0}>
        {search && (
          <SearchField
            placeholder={search.placeholder}
            value={query[search.name] ?? ''}
            set={(text) => change({ [search.name]: text, page: null })}
          />
        )}
        <Filters filters={filters} sorts={sorts} />
        <span class="grow" />
        <SortChoice sorts={sorts} amongFilters={filters.length > 0} />
        <ColumnsChoice columns={columns} hidden={hidden} />
      </div>
      {error && !answer ? (
        <Problem error={error} again={again} title={common.didNotLoad(props.label)} />
      ) : loading || !answer || (stale && answer.data.length === 0) ? (
        <Loading />
      ) : answer.data.length === 0 ? (
        set > 0 ? (
          <NothingFound
            title={props.nothing}
            filters={set}
            clear={() => change(Object.fromEntries(Object.keys(query).map((name) => [name, null])))}
          />
        ) : (
          <>{props.empty}</>
        )
      ) : (
        <div class="list-rows" aria-busy={stale}>
          {error && (
            <p class="small fault" role="alert">
              {refusalText(error)}
            </p>
          )}
          <Table
            label={props.label}
            columns={shown}
            rows={answer.data}
            keyOf={keyOf}
            {...(props.hrefOf ? { hrefOf: props.hrefOf } : {})}
            {...(props.isDim ? { isDim: props.isDim } : {})}
            {...(bulk ? { selection: { keys: picked, change: pick, label: common.all } } : {})}
          />
          <Pager meta={answer.meta} count={answer.data.length} hrefWith={hrefWith} />
        </div>
      )}
      {bulk && (
        <BulkBar count={inSight.length} clear={() => pick(new Set())}>
          {bulk(inSight, () => pick(new Set()))}
        </BulkBar>
      )}
    </div>
  );
}

/** What is no page is the first. */
function pageOf({ page }: Query): number {
  return /^[1-9]\d{0,6}$/.test(page ?? '') ? Number(page) : 1;
}

/** What of the address belongs to the operation. */
function queryOf(query: Query, names: readonly string[]): Query {
  return Object.fromEntries(
    [...new Set([...names, 'sort'])].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
}

/** A word that names one thing leads to it. */
function useSearchThatLeads(search: Search | undefined, query: Query): void {
  const { route } = useLocation();
  const word = search && query[search.name];
  useEffect(() => {
    const page = word ? search?.leadsTo?.(word) : null;
    if (page) route(page, true);
  }, [word]);
}
