import type { ReceiptLanguage } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import { findSale } from '../sales/sales.queries.ts';
import { printReceipt } from './print-receipt.ts';
import { readReceipt } from './read-receipt.ts';

/** What receipts are to whoever sends them. */
export function openReceiptPort(module: Pos) {
  return {
    files: async ({
      tenant,
      saleId,
      locale,
    }: {
      readonly tenant: Tenant;
      readonly saleId: string;
      readonly locale: ReceiptLanguage;
    }) => {
      const sale = await findSale(module.store.of(tenant), { tenant, id: saleId });
      if (!sale) return [];
      const receipt = await readReceipt(module, sale);
      const bytes = await printReceipt(module, receipt, { tenant, language: locale, width: '80' });
      return [{ name: `${receipt.number ?? receipt.sale_id}.pdf`, type: 'application/pdf', bytes }];
    },
  };
}
