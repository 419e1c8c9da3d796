import { useLocation } from 'preact-iso';

export type Query = Readonly<Record<string, string>>;

/** What the address says beyond the page: filters, order, page of a list. */
export function useAddress(): {
  readonly path: string;
  readonly query: Query;
  readonly hrefWith: (patch: Patch) => string;
  readonly change: (patch: Patch) => void;
} {
  const { path, query, route } = useLocation();
  const hrefWith = (patch: Patch): string => hrefOf(path, { ...query, ...patch });
  return { path, query, hrefWith, change: (patch) => route(hrefWith(patch), true) };
}

/** Null takes a part out. */
type Patch = Readonly<Record<string, string | null | undefined>>;

/** A path with what is set of a query. */
export function hrefOf(path: string, query: Patch): string {
  const set = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== null && pair[1] !== undefined && pair[1] !== '',
  );
  const search = new URLSearchParams(set).toString();
  return search === '' ? path : `${path}?${search}`;
}
