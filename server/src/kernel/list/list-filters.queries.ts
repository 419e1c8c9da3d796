import type { Shape } from '../../store/index.ts';
import type { Call } from '../call/call.ts';
import { normaliseJobNumber } from '@cottontree/contract';
import { readSeveral } from './read-several.ts';
import { readOptionalTime } from '../time/read-time.ts';

/** One field of a list's query as it is bound to its name: the parameters that it fills and what it makes of the rows. */
export type BoundFilter<Value, Caller> = {
  readonly params: Shape;
  /** True for what is wanted; null where the list's own condition says it. */
  readonly sql: string | null;
  /** Whether it leaves out no row while its field is not there; a list of such filters alone is planned once for all who narrow nothing. */
  readonly optional: boolean;
  /** The same where the field is there, for filters that can lead to an index of their own. */
  readonly given?: string;
  readonly read: (value: Value | undefined, call: Caller) => Readonly<Record<string, unknown>>;
};

/** How a list is narrowed by one field of its query, for those callers that it can read. */
export type Filter<Value, Caller = unknown> = (field: string) => BoundFilter<Value, Caller>;

/** Where every walk through time begins or ends. */
export const EARLIEST: Date = new Date('0001-01-01T00:00:00Z');
export const LATEST: Date = new Date('9999-12-31T00:00:00Z');

/** Those with exactly this in the column. */
export function equal(column: string): Filter<string> {
  return matching((param) => `${column} = ${param}`);
}

/** Those with exactly what the field is read as. */
export function equalAs<Value, Caller = unknown>(
  column: string,
  read: (value: Value, field: { readonly path: string; readonly call: Caller }) => string,
): Filter<Value, Caller> {
  return matchingAs((param) => `${column} = ${param}`, read);
}

/** Those about the delivery of this job number, however that is written. */
export function ofJob(column: string): Filter<string> {
  return equalAs(column, (text: string) => normaliseJobNumber(text) ?? text);
}

/** Those of which a condition holds, whose parameter is the text of the field. */
export function matching(condition: (param: string) => string): Filter<string> {
  return matchingAs(condition, (text: string) => text);
}

/** Those of which a condition holds, whose parameter is what the field is read as. */
export function matchingAs<Value, Caller = unknown>(
  condition: (param: string) => string,
  read: (value: Value, field: { readonly path: string; readonly call: Caller }) => string,
): Filter<Value, Caller> {
  return (path) => ({
    params: { [path]: 'text?' },
    sql: `(:${path}::text IS NULL OR ${condition(`:${path}`)})`,
    optional: true,
    given: condition(`:${path}`),
    read: (value, call) => ({ [path]: value === undefined ? null : read(value, { path, call }) }),
  });
}

/** Those in whose column one of the words stands that the field names. */
export function several(column: string, words: readonly string[]): Filter<string> {
  return (path) => ({
    params: { [path]: 'text[]?' },
    sql: `(:${path}::text[] IS NULL OR ${column} = ANY (:${path}))`,
    optional: true,
    read: (text) => ({ [path]: text === undefined ? null : readSeveral(text, { path, words }) }),
  });
}

/** Those of which a condition holds, or with false the others. */
export function flag(condition: string): Filter<boolean> {
  return (path) => ({
    params: { [path]: 'bool?' },
    sql: `(:${path}::bool IS NULL OR (${condition}) = :${path})`,
    optional: true,
    read: (value) => ({ [path]: value ?? null }),
  });
}

/** Those alone of which a condition holds; with false all of them. */
export function only(condition: string): Filter<boolean> {
  return (path) => ({
    params: { [path]: 'bool' },
    sql: `(NOT :${path}::bool OR ${condition})`,
    optional: true,
    read: (value) => ({ [path]: value ?? false }),
  });
}

/** Those of this moment or later, by a column that is never null: an index by time is walked from there. */
export function from(column: string): Filter<string, Call> {
  return (path) => bound(path, { sql: `${column} >= :${path}`, open: EARLIEST });
}

/** Those before this moment, by a column that is never null. */
export function until(column: string): Filter<string, Call> {
  return (path) => bound(path, { sql: `${column} < :${path}`, open: LATEST });
}

/** Those that changed at this moment or later. */
export function since(column: string): Filter<string, Call> {
  return (path) => ({
    params: { [path]: 'timestamptz?' },
    sql: `(:${path}::timestamptz IS NULL OR ${column} >= :${path})`,
    optional: true,
    read: (text, call) => ({ [path]: readOptionalTime(text, { path, call }) }),
  });
}

function bound(
  path: string,
  { sql, open }: { readonly sql: string; readonly open: Date },
): BoundFilter<string, Call> {
  return {
    params: { [path]: 'timestamptz' },
    sql,
    optional: true,
    read: (text, call) => ({ [path]: readOptionalTime(text, { path, call }) ?? open }),
  };
}

/** Those in one of whose texts the words of the field stand, whatever their case. */
export function search(...texts: readonly [string, ...string[]]): Filter<string> {
  const all = texts.length === 1 ? texts[0] : `concat_ws(chr(10), ${texts.join(', ')})`;
  return matchingAs((param) => `${all} ILIKE ${param}`, likeAnywhere);
}

/** The pattern of texts in which these words stand somewhere. */
export function likeAnywhere(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Those of one mode, of a list that a dispatcher's reach narrows to one by itself: what is asked for never widens that. */
export function ofMode(column: string): Filter<boolean> {
  return () => ({
    params: { wanted_mode: 'bool?' },
    sql: `(:wanted_mode::bool IS NULL OR ${column} = :wanted_mode)`,
    optional: true,
    read: (value) => ({ wanted_mode: value ?? null }),
  });
}

/** A field that whoever lists reads, for what is read of it takes more than the field: the list's own condition has it among `given`. */
export const byGiven: Filter<unknown> = () => ({
  params: {},
  sql: null,
  optional: false,
  read: () => ({}),
});
