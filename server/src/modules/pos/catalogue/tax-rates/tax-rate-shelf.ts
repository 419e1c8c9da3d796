import { productsWithTaxRate, taxRates, type TaxRateRow } from './tax-rates.queries.ts';
import { taxRateReadOnly, type TaxRate, type UpdateTaxRateBody } from '@cottontree/contract';
import { Failure } from '../../../../kernel/call/failure.ts';
import { readShare } from '../../../../kernel/money/read-figures.ts';
import { percentOut } from '../read-numbers.ts';
import { presentShelfFields } from '../shelf/present-shelf.ts';
import type { Shelf } from '../shelf/shelf.ts';

/** What is added to prices, or is in them. */
export const taxRateShelf: Shelf<TaxRateRow, UpdateTaxRateBody, TaxRate> = {
  what: 'tax rate',
  idPrefix: 'tax_',
  absent: 'TAX_RATE_NOT_FOUND',
  readOnly: taxRateReadOnly,
  queries: taxRates,
  read: ({ rate }, before) => ({
    rate: rate === undefined ? (before?.rate ?? 0n) : readShare(rate, { path: 'rate' }),
  }),
  present: (row, tenant) => ({
    id: row.id,
    name: row.name,
    rate: percentOut(row.rate),
    ...presentShelfFields(row, tenant),
  }),
  async refuseDeletion(runner, tenant, { id }) {
    const products = await productsWithTaxRate(runner, tenant, id);
    if (products > 0)
      throw new Failure(
        'STATE_CONFLICT',
        `${products} products name the tax rate and would be sold without tax. Give them another one first.`,
        { details: { from: 'used', to: 'deleted', allowed: [], products } },
      );
  },
};
