import type { Payment, Sale } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import { presentSale } from './present-sale.ts';
import { saleNotFound } from './require-move.ts';
import { isPending, paymentsOf } from './sale-parts.ts';
import { findSale, type SaleKey, type SaleRow } from './sales.queries.ts';

/** A sale as it stands now; what it waits for as its provider last told. */
export async function showSale(module: Pos, key: SaleKey): Promise<Sale> {
  const row = await findSale(module.store.of(key.tenant), key);
  if (!row) throw saleNotFound(key.id);
  return showSaleRow(module, key.tenant, row);
}

/** The same for a row that was just read or written. */
export async function showSaleRow(module: Pos, tenant: Tenant, row: SaleRow): Promise<Sale> {
  const waiting = paymentsOf(row).filter(isPending);
  const found = await Promise.all(waiting.map(({ id }) => module.payments.find(tenant, id)));
  return presentSale(
    row,
    module,
    new Map(found.flatMap((payment): [string, Payment][] => (payment ? [[payment.id, payment]] : []))),
  );
}
