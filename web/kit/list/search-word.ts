import type { Query } from './address.ts';

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

/** What the typed word asks for stands in its place. */
export function withWordRead(asked: Query, search: Search | undefined): Query {
  if (!search?.read) return asked;
  const { [search.name]: word, ...others } = asked;
  return word === undefined ? others : { ...others, ...search.read(word) };
}
