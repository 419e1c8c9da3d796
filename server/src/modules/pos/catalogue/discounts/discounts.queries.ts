import type { Currency, Discount } from '@cottontree/contract';
import type { ShelfRow } from '../shelf/shelf.ts';
import { text } from '../../../../store/index.ts';
import { list } from '../../../../kernel/list/list.queries.ts';
import { shelfFilters, shelfQueries, shelfSource } from '../shelf/shelf.queries.ts';

const COLUMNS = {
  type: text<Discount['type']>(),
  value: 'int8',
  currency: text<Currency>(),
  applies_to: text<Discount['applies_to']>(),
} as const;

export const discounts = shelfQueries<DiscountRow>({ table: 'discounts', columns: COLUMNS });

/** A merchant's discounts. */
export const discountList = list('listDiscounts', {
  ...shelfSource('discounts', COLUMNS),
  filters: shelfFilters,
});

export type DiscountRow = ShelfRow & {
  readonly type: Discount['type'];
  readonly value: bigint;
  readonly currency: Currency;
  readonly applies_to: Discount['applies_to'];
};
