import {
  taxRateReadOnly,
  type Deleted,
  type Input,
  type Operations,
  type TaxRate,
  type UpdateTaxRateBody,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import {
  createResource,
  deleteResource,
  getResource,
  updateResource,
  type Resource,
} from '../../../../kernel/resource/resource.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import { readShare } from '../../../../kernel/money/read-figures.ts';
import { percentOut } from '../read-numbers.ts';
import { presentCatalogueFields, readCatalogueFields } from '../catalogue-fields.ts';
import { productsWithTaxRate, taxRateList, taxRates, type TaxRateRow } from './tax-rates.queries.ts';

/** Makes a tax rate. */
export function createTaxRate(
  { body }: Input<Operations['createTaxRate']>,
  call: Call,
  module: Pos,
): Promise<Reply<TaxRate>> {
  return createResource(taxRateResource, body, { call, module });
}

/** Lists tax rates, by position and name unless sorted otherwise. */
export async function listTaxRates(
  { query }: Input<Operations['listTaxRates']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly TaxRate[]>> {
  const { tenant } = call;
  const { rows, meta } = await taxRateList.find(store.reads(tenant), { call, query });
  return reply(
    rows.map((row) => taxRateResource.present(row, tenant)),
    { meta },
  );
}

/** Reads one tax rate. */
export function getTaxRate(
  { params }: Input<Operations['getTaxRate']>,
  call: Call,
  module: Pos,
): Promise<Reply<TaxRate>> {
  return getResource(taxRateResource, params.id, { call, module });
}

/** Changes the fields given of a tax rate. */
export function updateTaxRate(
  { params, body }: Input<Operations['updateTaxRate']>,
  call: Call,
  module: Pos,
): Promise<Reply<TaxRate>> {
  return updateResource(taxRateResource, { id: params.id, body }, { call, module });
}

/** Deletes a tax rate; tills learn it from their next sync. */
export function deleteTaxRate(
  { params }: Input<Operations['deleteTaxRate']>,
  call: Call,
  module: Pos,
): Promise<Reply<Deleted>> {
  return deleteResource(taxRateResource, params.id, { call, module });
}

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
