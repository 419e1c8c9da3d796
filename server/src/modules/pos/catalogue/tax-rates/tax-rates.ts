import type { Deleted, Input, Operations, TaxRate } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import { changeOnShelf, createOnShelf, deleteFromShelf, getFromShelf } from '../shelf/shelf.ts';
import { taxRateShelf } from './tax-rate-shelf.ts';
import { taxRateList } from './tax-rates.queries.ts';

/** Makes a tax rate. */
export function createTaxRate(
  { body }: Input<Operations['createTaxRate']>,
  call: Call,
  room: Pos,
): Promise<Reply<TaxRate>> {
  return createOnShelf(taxRateShelf, body, { call, room });
}

/** Lists tax rates, by position and name unless sorted otherwise. */
export async function listTaxRates(
  { query }: Input<Operations['listTaxRates']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly TaxRate[]>> {
  const { tenant } = call;
  const { rows, meta } = await taxRateList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => taxRateShelf.present(row, tenant)),
    { meta },
  );
}

/** Reads one tax rate. */
export function getTaxRate(
  { params }: Input<Operations['getTaxRate']>,
  call: Call,
  room: Pos,
): Promise<Reply<TaxRate>> {
  return getFromShelf(taxRateShelf, params.id, { call, room });
}

/** Changes the fields given of a tax rate. */
export function updateTaxRate(
  { params, body }: Input<Operations['updateTaxRate']>,
  call: Call,
  room: Pos,
): Promise<Reply<TaxRate>> {
  return changeOnShelf(taxRateShelf, { id: params.id, body }, { call, room });
}

/** Deletes a tax rate; tills learn it from their next sync. */
export function deleteTaxRate(
  { params }: Input<Operations['deleteTaxRate']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  return deleteFromShelf(taxRateShelf, params.id, { call, room });
}
