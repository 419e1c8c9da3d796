import type { ListAnswer, ListId } from '@cottontree/client';
import type { Data, Operations } from '@cottontree/contract';
import { X } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nameOf, useCall } from '../data/queries.ts';
import { Button } from '../parts/button.tsx';
import { Loading, NothingFound, Problem } from '../parts/states.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { Views } from '../parts/tabs.tsx';
import { common } from '../text/common.ts';
import { useLocation } from 'preact-iso';
import { useAddress, type Query } from './address.ts';
import { Filters, type Filter } from './filters.tsx';
import { ColumnsChoice, Pager, SearchField, SortChoice, useHiddenColumns } from './list-tools.tsx';
import { KeepView, useOwnViews, type SavedView } from './own-views.tsx';
import './list-page.css';

export type { SavedView } from './own-views.tsx';

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

/** Where a typed word goes. */
export type Search = {
  /** The field of the query, or where `read` says so, a part of the address alone. */
  readonly name: string;
  readonly placeholder: string;
  /** What the word asks for, where that depends on the word. */
  readonly read?: (word: string) => Query;
  /** The page of the one thing that the word names. */
  readonly leadsTo?: (word: string) => string | null;
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
  const narrowing = { query, names };
  const asked = queryOf(query, [...names]);
  // The names come from the declarations of this very operation's filters, so the call has its form.
  const call = {
    ...(params ? { params } : {}),
    query: {
      ...withWordRead(asked, search),
      ...props.always,
      page: Number(query['page'] ?? 1),
      limit: LIMIT,
    },
  };
  const { answer, error, loading, again } = useCall(
    operation as (call: object) => Promise<ListAnswer<Row>>,
    call,
    props.everyMs === undefined ? {} : { everyMs: props.everyMs },
  );
  const set = Object.keys(asked).filter((name) => name !== 'sort').length;
  const shown = columns.filter(({ key }) => !hidden.keys.has(key));
  useEffect(() => pick(new Set()), [JSON.stringify(asked), query['page']]);

  return (
    <div class="list">
      {views.length > 0 && (
        <Views
          label={props.label}
          views={viewsOf(views, { ...narrowing, hrefWith, total: answer?.meta.total })}
          end={
            props.keepsViews && (
              <KeepView own={own} query={asked} known={views.find((view) => isShown(view, narrowing))} />
            )
          }
        />
      )}
      <div class="list-tools">
        {search && (
          <SearchField
            placeholder={search.placeholder}
            value={query[search.name] ?? ''}
            set={(text) => change({ [search.name]: text, page: null })}
          />
        )}
        <Filters filters={filters} />
        <span class="grow" />
        <SortChoice sorts={sorts} />
        <ColumnsChoice columns={columns} hidden={hidden} />
      </div>
      {error && !answer ? (
        <Problem error={error} again={again} />
      ) : loading || !answer ? (
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
        <>
          {error && (
            <p class="small fault" role="alert">
              {error.message}
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
        </>
      )}
      {bulk && picked.size > 0 && answer && (
        <div class="bulk" role="toolbar" aria-label={common.selected(picked.size)}>
          <span>{common.selected(picked.size)}</span>
          <i />
          {bulk(
            answer.data.filter((row) => picked.has(keyOf(row))),
            () => pick(new Set()),
          )}
          <i />
          <Button kind="ghost" icon={X} label={common.close} onClick={() => pick(new Set())} />
        </div>
      )}
    </div>
  );
}

/** What of the address belongs to the operation. */
function queryOf(query: Query, names: readonly string[]): Query {
  return Object.fromEntries(
    [...new Set([...names, 'sort'])].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
}

function viewsOf(
  views: readonly SavedView[],
  {
    hrefWith,
    total,
    ...narrowing
  }: Narrowing & {
    readonly hrefWith: (patch: Record<string, string | null>) => string;
    readonly total: number | undefined;
  },
): Parameters<typeof Views>[0]['views'] {
  const { names } = narrowing;
  const without = Object.fromEntries([...names, 'page'].map((name) => [name, null]));
  return views.map((view) => {
    const on = isShown(view, narrowing);
    return {
      name: view.name,
      href: hrefWith({ ...without, ...view.query }),
      on,
      ...(on ? { count: total } : {}),
      ...(view.hot ? { hot: true } : {}),
    };
  });
}

type Narrowing = {
  readonly query: Query;
  /** Every part of the address that narrows the list. */
  readonly names: ReadonlySet<string>;
};

/** Whether the list is narrowed as the view says. */
function isShown(view: SavedView, { query, names }: Narrowing): boolean {
  return [...names].every((name) => (query[name] ?? '') === (view.query[name] ?? ''));
}

/** What the typed word asks for stands in its place. */
export function withWordRead(asked: Query, search: Search | undefined): Query {
  if (!search?.read) return asked;
  const { [search.name]: word, ...others } = asked;
  return word === undefined ? others : { ...others, ...search.read(word) };
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
