import type { CottontreeError } from '@cottontree/client';
import { common } from '../text/common.ts';

/** Refusals that are about one field though they name none: the fields, by their last names, the likeliest first. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ALREADY_MEMBER: ['email'],
  AMOUNT_PRECISION: ['amount'],
  AMOUNT_TOO_LARGE: ['amount', 'cod_amount'],
  AMOUNT_TOO_SMALL: ['amount'],
  BALANCE_TOO_LOW: ['amount'],
  COD_LIMIT_EXCEEDED: ['cod_amount'],
  CREDIT_EXCEEDS_INVOICE: ['amount'],
  DUPLICATE_ADDRESS: ['label', 'name'],
  DUPLICATE_BARCODE: ['barcode'],
  DUPLICATE_CODE: ['code'],
  DUPLICATE_CUSTOMER: ['phone', 'email'],
  DUPLICATE_DELIVERY: ['order_number'],
  DUPLICATE_PROMO: ['code'],
  DUPLICATE_SKU: ['sku'],
  DUPLICATE_TICKET_TYPE: ['name'],
  EMAIL_TAKEN: ['email'],
  NUMBER_TAKEN: ['next_number', 'number'],
  PHONE_TAKEN: ['phone'],
  REFUND_EXCEEDS_PAYMENT: ['amount'],
  SLUG_TAKEN: ['slug'],
  URL_NOT_ALLOWED: ['url'],
};

/** The field that a refusal is about though it names none; null where it is about the whole, or nobody can tell. */
export function fieldRefused({ code, message }: CottontreeError, paths: readonly string[]): string | null {
  const names = FIELDS[code] ?? [];
  // A customer is there already by the one or by the other: the sentence says by which.
  const told = names.length > 1 ? names.filter((name) => message.includes(name)) : names;
  for (const name of [...told, ...names]) {
    const found = paths.filter((path) => path === name || path.endsWith(`.${name}`));
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** What would work, in words for people, where the contract's are for developers. */
export function refusalOf(code: string, message: string): string {
  return code === 'INVALID_PHONE' && /as dialled/.test(message) ? common.noPhone : message;
}
