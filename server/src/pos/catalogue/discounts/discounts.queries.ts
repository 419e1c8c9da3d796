import { text } from '../../../store/index.ts';
import type { Currency } from '@cottontree/contract';
import { shelfQueries } from '../shelf/shelf.queries.ts';
import type { DiscountRow } from './discount-shelf.ts';

export const discounts = shelfQueries<DiscountRow>({
  table: 'discounts',
  columns: { type: 'text', value: 'int8', currency: text<Currency>(), applies_to: 'text' },
});
