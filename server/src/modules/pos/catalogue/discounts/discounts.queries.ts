import type { Currency, Discount } from '@cottontree/contract';
import { text } from '../../../../store/index.ts';
import { list } from '../../../../kernel/list/list.queries.ts';
import { resourceQueries } from '../../../../kernel/resource/resource.queries.ts';
import {
  catalogueColumns,
  catalogueFilters,
  catalogueSource,
  type CatalogueRow,
} from '../catalogue-fields.queries.ts';

const COLUMNS = {
  type: text<Discount['type']>(),
  value: 'int8',
  currency: text<Currency>(),
  applies_to: text<Discount['applies_to']>(),
} as const;

export const discounts = resourceQueries<DiscountRow>({
  table: 'discounts',
  columns: { ...catalogueColumns, ...COLUMNS },
});

/** A merchant's discounts. */
export const discountList = list('listDiscounts', {
  ...catalogueSource('discounts', COLUMNS),
  filters: catalogueFilters,
});

export type DiscountRow = CatalogueRow & {
  readonly type: Discount['type'];
  readonly value: bigint;
  readonly currency: Currency;
  readonly applies_to: Discount['applies_to'];
};
