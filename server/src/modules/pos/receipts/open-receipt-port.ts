import type { Receipt, ReceiptLanguage } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import { findSale } from '../sales/sales.queries.ts';
import { printReceipt } from './print-receipt.ts';
import { readReceipt } from './compose-receipt.ts';
import { findSaleByToken } from './receipts.queries.ts';
import { composeSheet, type ReceiptSheet } from './receipt-sheet.ts';

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

/** A receipt as whoever has its link sees it. */
export type ReceiptPage = {
  readonly receipt: Receipt;
  readonly tenant: Tenant;
  readonly sheetIn: (language: ReceiptLanguage) => ReceiptSheet;
  readonly print: (language: ReceiptLanguage) => Promise<Buffer>;
};

/** A link token in base64url. */
const TOKEN = /^[\w-]{22}$/;

/** Null where nothing stands behind the token. */
export async function openReceiptPage(module: Pos, token: string): Promise<ReceiptPage | null> {
  const sale = TOKEN.test(token) ? await findSaleByToken(module.store.system, token) : undefined;
  if (!sale) return null;
  const receipt = await readReceipt(module, sale);
  const tenant = { merchantId: sale.merchant_id, livemode: sale.livemode };
  const sheetIn = (language: ReceiptLanguage): ReceiptSheet => composeSheet(receipt, language);
  return {
    receipt,
    tenant,
    sheetIn,
    print: (language) => printReceipt(module, receipt, { tenant, language, width: '80' }),
  };
}
