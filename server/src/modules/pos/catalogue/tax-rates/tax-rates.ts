import type { Deleted, Input, Operations, TaxRate } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import {
  updateResource,
  createResource,
  deleteResource,
  getResource,
} from '../../../../kernel/resource/resource.ts';
import { taxRateResource } from './tax-rate-resource.ts';
import { taxRateList } from './tax-rates.queries.ts';

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
