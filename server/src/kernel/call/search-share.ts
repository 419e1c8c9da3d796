import type { Scope, SearchKind, SearchResult } from '@cottontree/contract';
import type { Call } from './call.ts';
import type { Tenant } from './tenant.ts';

/** What a search asks of every module. */
export type SearchQuestion = {
  readonly call: Call;
  readonly tenant: Tenant;
  /** As it was typed, without blanks around it. */
  readonly text: string;
  /** In small letters, for what is kept so. */
  readonly lower: string;
  /** E.164, where the text can be read as a phone number; else null. */
  readonly phone: string | null;
  /** Part of a name as `ILIKE` reads it; null where the text is no name. */
  readonly like: string | null;
  /** The rows of each kind that are wanted. */
  readonly rowsMax: number;
  /** Whether the caller has one of the scopes. */
  readonly may: (...scopes: readonly Scope[]) => boolean;
};

export type SearchShare = {
  /** What the module looked through, which is what the caller may read. */
  readonly searched: readonly SearchKind[];
  readonly results: readonly SearchResult[];
};

/** Where names stand in an index in the order of their bytes: from `:prefix` on, before `:prefix_end`. */
export function prefixOf(lower: string): { readonly prefix: string; readonly prefix_end: string } {
  return { prefix: lower, prefix_end: `${lower}\u{10ffff}` };
}

/** The words of a subtitle that are there. */
export function joined(...words: readonly (string | null | undefined)[]): string | null {
  return words.filter(Boolean).join(', ') || null;
}
