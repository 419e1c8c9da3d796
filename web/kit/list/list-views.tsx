import type { ListAnswer } from '@cottontree/client';
import type { VNode } from 'preact';
import { useCount } from '../data/queries.ts';
import { ViewCount, Views } from '../parts/tabs.tsx';
import { useAddress, type Query } from './address.ts';
import { KeepView, type OwnViews, type SavedView } from './own-views.tsx';
import { withWordRead, type Search } from './search-word.ts';

/** What a list is of, as far as its views ask for numbers. */
type Listed<Row> = {
  readonly operation: (call: never) => Promise<ListAnswer<Row>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly always?: Readonly<Record<string, unknown>>;
  readonly label: string;
  readonly search?: Search;
};

/** The saved views of a list, each with how many it shows; the one on the screen with the list's own total. */
export function ListViews<Row>({
  list,
  views,
  names,
  query: asked,
  own,
  total,
}: {
  readonly list: Listed<Row>;
  readonly views: readonly SavedView[];
  /** Every part of the address that narrows the list. */
  readonly names: ReadonlySet<string>;
  /** What the list is narrowed to now. */
  readonly query: Query;
  /** Where somebody keeps views of their own; null where nobody may. */
  readonly own: OwnViews | null;
  /** Undefined until the list is there: nothing of it waits for the numbers of its other views. */
  readonly total: number | undefined;
}): VNode | null {
  const { query, hrefWith } = useAddress();
  if (views.length === 0) return null;
  const without = Object.fromEntries([...names, 'page'].map((name) => [name, null]));
  const isShown = (view: SavedView): boolean =>
    [...names].every((name) => (query[name] ?? '') === (view.query[name] ?? ''));
  return (
    <Views
      label={list.label}
      views={views.map((view) => {
        const on = isShown(view);
        return {
          name: view.name,
          href: hrefWith({ ...without, ...view.query }),
          on,
          hot: view.hot === true,
          ...(on || total === undefined
            ? { count: total }
            : { counted: <OtherView list={list} view={view} /> }),
        };
      })}
      end={own && <KeepView own={own} query={asked} known={views.find(isShown)} />}
    />
  );
}

/** How many a view shows that is not on the screen. */
function OtherView<Row>({
  list,
  view,
}: {
  readonly list: Listed<Row>;
  readonly view: SavedView;
}): VNode | null {
  const { operation, params, search, always } = list;
  const call = { ...(params ? { params } : {}), query: { ...withWordRead(view.query, search), ...always } };
  const count = useCount(operation as (call: object) => Promise<ListAnswer<Row>>, call);
  return <ViewCount count={count} hot={view.hot} />;
}
