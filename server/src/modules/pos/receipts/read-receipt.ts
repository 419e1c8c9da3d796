import type { Receipt } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import { refundsOfSale } from '../refunds/refunds.queries.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { composeReceipt } from './compose-receipt.ts';
import { findSeller } from './receipts.queries.ts';

/** The receipt of a sale as it stands. */
export async function readReceipt(module: Pos, sale: SaleRow): Promise<Receipt> {
  const tenant: Tenant = { merchantId: sale.merchant_id, livemode: sale.livemode };
  const runner = module.store.of(tenant);
  const [seller, settings, refunds] = await Promise.all([
    findSeller(runner, tenant, { locationId: sale.location_id, staffId: sale.staff_id }),
    readPosSettings(runner, tenant),
    refundsOfSale(runner, tenant, sale.id),
  ]);
  if (!seller) throw new Error(`The sale ${sale.id} has no location.`);
  return composeReceipt(sale, { seller, settings, refunds }, module);
}
