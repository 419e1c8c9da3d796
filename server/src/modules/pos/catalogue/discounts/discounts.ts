import type { Deleted, Discount, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import { changeOnShelf, createOnShelf, deleteFromShelf, getFromShelf } from '../shelf/shelf.ts';
import { discountShelf } from './discount-shelf.ts';
import { discountList } from './discounts.queries.ts';

/** Makes a discount. */
export function createDiscount(
  { body }: Input<Operations['createDiscount']>,
  call: Call,
  room: Pos,
): Promise<Reply<Discount>> {
  return createOnShelf(discountShelf, body, { call, room });
}

/** Lists discounts, by position and name unless sorted otherwise. */
export async function listDiscounts(
  { query }: Input<Operations['listDiscounts']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly Discount[]>> {
  const { tenant } = call;
  const { rows, meta } = await discountList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => discountShelf.present(row, tenant)),
    { meta },
  );
}

/** Reads one discount. */
export function getDiscount(
  { params }: Input<Operations['getDiscount']>,
  call: Call,
  room: Pos,
): Promise<Reply<Discount>> {
  return getFromShelf(discountShelf, params.id, { call, room });
}

/** Changes the fields given of a discount. */
export function updateDiscount(
  { params, body }: Input<Operations['updateDiscount']>,
  call: Call,
  room: Pos,
): Promise<Reply<Discount>> {
  return changeOnShelf(discountShelf, { id: params.id, body }, { call, room });
}

/** Deletes a discount; tills learn it from their next sync. */
export function deleteDiscount(
  { params }: Input<Operations['deleteDiscount']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  return deleteFromShelf(discountShelf, params.id, { call, room });
}
