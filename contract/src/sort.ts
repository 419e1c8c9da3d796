import { Type } from 'typebox';
import { OneOf } from './schema.ts';

/** In which order a list stands: the newest first, or the oldest. */
export const sorts = Object.freeze(['-created_at', 'created_at'] as const);
export type Sort = (typeof sorts)[number];

/** The query parameter of lists that can be walked in both orders. */
export const SortQuery = {
  sort: Type.Optional(
    Type.Unsafe<Sort>({ ...OneOf(sorts, 'Newest or oldest first.'), default: '-created_at' }),
  ),
};
