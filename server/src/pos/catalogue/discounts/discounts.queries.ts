import { text } from '../../../store/index.ts';
import type { Currency, Discount } from '@cottontree/contract';
import { list } from '../../../core/list.queries.ts';
import { shelfFilters, shelfQueries, shelfSource } from '../shelf/shelf.queries.ts';
import type { DiscountRow } from './discount-shelf.ts';

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
