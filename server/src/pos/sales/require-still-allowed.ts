import type { CreateSaleBody, Sale } from '@cottontree/contract';
import type { Seller } from './sale-request.ts';

/**
 * Whoever signed in gets the answer to an earlier request only while they may still do what it asks. What was another
 * price than the catalogue's then, stands in the sale: the catalogue may have changed since.
 */
export function requireStillAllowed(
  { call, staff, room }: Seller,
  { items, discount }: CreateSaleBody,
  sale: Partial<Sale>,
): void {
  if (call.caller.session === null) return;
  const asListed = (at: number): boolean =>
    sale.items?.[at] !== undefined && sale.items[at].list_price === sale.items[at].unit_price;
  if (items.some(({ unit_price }, at) => unit_price !== undefined && !asListed(at)))
    room.staff.require(staff, 'price_override');
  if ([discount, ...items.map((item) => item.discount)].some((one) => Number(one?.value ?? 0) > 0))
    room.staff.require(staff, 'discount');
}
