import { Type, type TObject, type TOptional, type TProperties, type TUnsafe } from 'typebox';
import { CursorQuery, OneOf, PageQuery } from './schema.ts';

/** In which order most lists stand: the newest first, or the oldest. */
export const sorts = Object.freeze(['-created_at', 'created_at'] as const);
export type Sort = (typeof sorts)[number];

type SortQuery<Sorts extends readonly string[]> = { readonly sort: TOptional<TUnsafe<Sorts[number]>> };

/**
 * What a list can be asked for: a page of it or what follows a cursor, in one of its orders, and what it is narrowed by. An order is
 * a field that the items are sorted by; with a minus the last of it first. The first is how the list stands where none is named.
 */
export function ListQuery<
  const Sorts extends readonly [string, ...string[]],
  const Filters extends TProperties = Record<never, never>,
>(
  orders: Sorts,
  filters: Filters,
  what = 'Newest or oldest first.',
): TObject<typeof PageQuery & typeof CursorQuery & SortQuery<Sorts> & Filters> {
  return Type.Object({ ...PageQuery, ...CursorQuery, sort: sortOf(orders, what), ...filters });
}

/** The same of a list so short that it is held in memory: it is walked by page alone. */
export function ShortListQuery<
  const Sorts extends readonly [string, ...string[]],
  const Filters extends TProperties,
>(orders: Sorts, filters: Filters, what: string): TObject<typeof PageQuery & SortQuery<Sorts> & Filters> {
  return Type.Object({ ...PageQuery, sort: sortOf(orders, what), ...filters });
}

function sortOf<const Sorts extends readonly [string, ...string[]]>(orders: Sorts, what: string) {
  return Type.Optional(Type.Unsafe<Sorts[number]>({ ...OneOf(orders, what), default: orders[0] }));
}

/** One of a closed list of words, or several of them with commas between. */
export type SeveralOf<Word extends string> = Word | (string & {});

/** The filter of a list by what its items are, a status as a rule: one of a closed list of words, or several with commas between. */
export function SeveralOf<const Words extends readonly string[]>(words: Words, what = 'One status') {
  return Type.Optional(
    Type.Unsafe<SeveralOf<Words[number]>>({
      type: 'string',
      minLength: 1,
      maxLength: 300,
      description: `${what}, or several with commas between: ${words.join(', ')}.`,
    }),
  );
}
