import type { Receipt, ReceiptLanguage, ReceiptWidth } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import { composeSheet } from './receipt-sheet.ts';
import { RECEIPT } from './write-pdf.ts';

export type ReceiptPaper = {
  readonly tenant: Tenant;
  readonly language: ReceiptLanguage;
  readonly width: ReceiptWidth;
};

/** A receipt as a PDF in the shop's own dress. */
export async function printReceipt(
  { press, papers }: Pick<Pos, 'press' | 'papers'>,
  receipt: Receipt,
  { tenant, language, width }: ReceiptPaper,
): Promise<Buffer> {
  const brand = await papers.find(tenant);
  return press.print(RECEIPT, {
    sheet: composeSheet(receipt, language),
    width,
    at: new Date(receipt.at),
    brand,
  });
}
