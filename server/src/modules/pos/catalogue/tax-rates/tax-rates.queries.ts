import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../../store/index.ts';
import { list } from '../../../../kernel/list/list.queries.ts';
import { resourceQueries } from '../../../../kernel/resource/resource.queries.ts';
import {
  catalogueColumns,
  catalogueFilters,
  catalogueSource,
  type CatalogueRow,
} from '../catalogue-fields.queries.ts';

const COLUMNS = { rate: 'int8' } as const;

export const taxRates = resourceQueries<TaxRateRow>({
  table: 'tax_rates',
  columns: { ...catalogueColumns, ...COLUMNS },
});

/** A merchant's tax rates. */
export const taxRateList = list('listTaxRates', {
  ...catalogueSource('tax_rates', COLUMNS),
  filters: catalogueFilters,
});

const countProducts = statement({
  name: 'taxRates.countProducts',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: { products: 'int8' },
  sql: 'SELECT count(*) AS products FROM products WHERE merchant_id = :merchant_id AND livemode = :livemode AND tax_rate_id = :id AND deleted_at IS NULL',
});

/** How many products name the tax rate. */
export async function productsWithTaxRate(runner: Runner, tenant: Tenant, id: string): Promise<number> {
  return Number((await runner.run(countProducts, { ...keyOf(tenant), id }))[0]?.products ?? 0n);
}

export type TaxRateRow = CatalogueRow & { readonly rate: bigint };
