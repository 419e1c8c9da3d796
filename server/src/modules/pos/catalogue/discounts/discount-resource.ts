import { discounts, type DiscountRow } from './discounts.queries.ts';
import {
  discountReadOnly,
  toMajor,
  type Currency,
  type Discount,
  type UpdateDiscountBody,
} from '@cottontree/contract';
import { invalid } from '../../../../kernel/call/failure.ts';
import { readMoney, readShare } from '../../../../kernel/money/read-figures.ts';
import { currencyOf, percentOut } from '../read-numbers.ts';
import { presentCatalogueFields, readCatalogueFields } from '../catalogue-fields.ts';
import type { Resource } from '../../../../kernel/resource/resource.ts';

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
