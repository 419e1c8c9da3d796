import {
  discountReadOnly,
  toMajor,
  type Currency,
  type Deleted,
  type Discount,
  type Input,
  type Operations,
  type UpdateDiscountBody,
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
import { invalid } from '../../../../kernel/call/failure.ts';
import { readMoney, readShare } from '../../../../kernel/money/read-figures.ts';
import { currencyOf, percentOut } from '../read-numbers.ts';
import { presentCatalogueFields, readCatalogueFields } from '../catalogue-fields.ts';
import { discountList, discounts, type DiscountRow } from './discounts.queries.ts';

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

/** Discounts that the till offers by name. */
export const discountResource: Resource<DiscountRow, UpdateDiscountBody, Discount> = {
  what: 'discount',
  idPrefix: 'disc_',
  absent: 'DISCOUNT_NOT_FOUND',
  readOnly: discountReadOnly,
  queries: discounts,
  read(body, before, { call }) {
    const currency = currencyOf(before?.currency ?? call.caller.merchant.currency);
    const type = body.type ?? before?.type ?? 'percent';
    if (before && type !== before.type && body.value === undefined)
      throw invalid({ path: 'value', message: 'must be given with another type' });
    return {
      ...readCatalogueFields(body, before),
      type,
      value: body.value === undefined ? (before?.value ?? 0n) : readValue(body.value, { type, currency }),
      currency,
      applies_to: body.applies_to ?? before?.applies_to ?? 'any',
    };
  },
  present(row, tenant) {
    const { type, applies_to, currency } = row;
    return {
      id: row.id,
      name: row.name,
      type,
      value: type === 'percent' ? percentOut(row.value) : toMajor(row.value, currency),
      currency,
      applies_to,
      ...presentCatalogueFields(row, tenant),
    };
  },
};

function readValue(
  value: number | string,
  { type, currency }: { readonly type: string; readonly currency: Currency },
): bigint {
  const read =
    type === 'percent' ? readShare(value, { path: 'value' }) : readMoney(value, { path: 'value', currency });
  if (read === 0n) throw invalid({ path: 'value', message: 'must be more than 0' });
  return read;
}
