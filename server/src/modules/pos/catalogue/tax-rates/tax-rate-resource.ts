import { productsWithTaxRate, taxRates, type TaxRateRow } from './tax-rates.queries.ts';
import { taxRateReadOnly, type TaxRate, type UpdateTaxRateBody } from '@cottontree/contract';
import { Failure } from '../../../../kernel/call/failure.ts';
import { readShare } from '../../../../kernel/money/read-figures.ts';
import { percentOut } from '../read-numbers.ts';
import { presentCatalogueFields, readCatalogueFields } from '../catalogue-fields.ts';
import type { Resource } from '../../../../kernel/resource/resource.ts';

/** What is added to prices, or is in them. */
export const taxRateResource: Resource<TaxRateRow, UpdateTaxRateBody, TaxRate> = {
  what: 'tax rate',
  idPrefix: 'tax_',
  absent: 'TAX_RATE_NOT_FOUND',
  readOnly: taxRateReadOnly,
  queries: taxRates,
  read: (body, before) => ({
    ...readCatalogueFields(body, before),
    rate: body.rate === undefined ? (before?.rate ?? 0n) : readShare(body.rate, { path: 'rate' }),
  }),
  present: (row, tenant) => ({
    id: row.id,
    name: row.name,
    rate: percentOut(row.rate),
    ...presentCatalogueFields(row, tenant),
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
