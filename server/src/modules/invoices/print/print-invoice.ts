import type { ReceiptLanguage } from '@cottontree/contract';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { findSeller } from '../invoices/sellers.queries.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import { composeInvoicePaper } from './compose-invoice-paper.ts';
import { composeReceiptPaper } from './compose-receipt-paper.ts';
import { PAPER } from './print-paper.ts';
import { readLetterhead } from './read-letterhead.ts';

export type PrintedInvoice = { readonly bytes: Buffer; readonly fileName: string };

/** An invoice as PDF, as it stands. */
export function printInvoice(
  module: Invoices,
  row: InvoiceRow,
  language: ReceiptLanguage,
): Promise<PrintedInvoice> {
  return printed(module, row, { language, compose: composeInvoicePaper, name: '' });
}

/** The receipt of what was paid of an invoice, as PDF. */
export function printInvoiceReceipt(
  module: Invoices,
  row: InvoiceRow,
  language: ReceiptLanguage,
): Promise<PrintedInvoice> {
  return printed(module, row, { language, compose: composeReceiptPaper, name: '-receipt' });
}

type Print = {
  readonly language: ReceiptLanguage;
  readonly compose: typeof composeInvoicePaper;
  /** What the file is called behind the number. */
  readonly name: string;
};

async function printed(
  module: Invoices,
  row: InvoiceRow,
  { language, compose, name }: Print,
): Promise<PrintedInvoice> {
  const seller = await findSeller(module.store.system, {
    merchantId: row.merchant_id,
    livemode: row.livemode,
  });
  const invoice = presentInvoice(row, { settings: module.settings, now: seller.clock ?? module.world.now() });
  const bytes = await module.press.print(
    PAPER,
    compose(invoice, await readLetterhead(module, row, { seller, language })),
  );
  return { bytes, fileName: fileNameOf(`${row.number ?? row.id}${name}`) };
}

/** Numbers may hold what no file system takes. */
export function fileNameOf(number: string): string {
  return `${number.replaceAll(/[^\w.-]/g, '_')}.pdf`;
}
