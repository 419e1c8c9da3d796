import type { Deleted, Discount, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import {
  updateResource,
  createResource,
  deleteResource,
  getResource,
} from '../../../../kernel/resource/resource.ts';
import { discountResource } from './discount-resource.ts';
import { discountList } from './discounts.queries.ts';

/** Makes a discount. */
export function createDiscount(
  { body }: Input<Operations['createDiscount']>,
  call: Call,
  module: Pos,
): Promise<Reply<Discount>> {
  return createResource(discountResource, body, { call, module });
}

/** Lists discounts, by position and name unless sorted otherwise. */
export async function listDiscounts(
  { query }: Input<Operations['listDiscounts']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly Discount[]>> {
  const { tenant } = call;
  const { rows, meta } = await discountList.find(store.reads(tenant), { call, query });
  return reply(
    rows.map((row) => discountResource.present(row, tenant)),
    { meta },
  );
}

/** Reads one discount. */
export function getDiscount(
  { params }: Input<Operations['getDiscount']>,
  call: Call,
  module: Pos,
): Promise<Reply<Discount>> {
  return getResource(discountResource, params.id, { call, module });
}

/** Changes the fields given of a discount. */
export function updateDiscount(
  { params, body }: Input<Operations['updateDiscount']>,
  call: Call,
  module: Pos,
): Promise<Reply<Discount>> {
  return updateResource(discountResource, { id: params.id, body }, { call, module });
}

/** Deletes a discount; tills learn it from their next sync. */
export function deleteDiscount(
  { params }: Input<Operations['deleteDiscount']>,
  call: Call,
  module: Pos,
): Promise<Reply<Deleted>> {
  return deleteResource(discountResource, params.id, { call, module });
}
