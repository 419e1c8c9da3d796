import type { Input, Operations, ReceiptLanguage } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { findFile } from '../../files/index.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { findSeller, type SellerRow } from '../invoices/sellers.queries.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import { readInvoiceReturns } from '../credit-notes/credit-notes.queries.ts';
import { invoiceNotFound } from '../invoices/change-invoice.ts';
import { findInvoice } from '../invoices/invoices.queries.ts';
import { composeInvoicePaper, composeReceiptPaper } from './compose-invoice-paper.ts';
import { PAPER } from './print-paper.ts';
import type { Letterhead } from './compose-totals.ts';
import { PAPER_WORDS } from './paper-words.ts';

type PrintedInvoice = { readonly bytes: Buffer; readonly fileName: string };

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

/** What a printer takes; files are kept as nothing else. */
const PRINTED: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

/** What of an invoice's paper stands elsewhere: the seller's name and clock, and how its papers look. */
export async function readLetterhead(
  module: Invoices,
  row: InvoiceRow,
  { seller, language }: { readonly seller: SellerRow; readonly language: ReceiptLanguage },
): Promise<Letterhead> {
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  const brand = await module.papers.find(tenant);
  const token = row.company.logo_token;
  const file = token === null ? undefined : await findFile(module.store.system, token, module.world.now());
  const returns = await readInvoiceReturns(module.store.system, tenant, row.id);
  return {
    language,
    words: PAPER_WORDS[language],
    returns,
    storeName: seller.store_name,
    timeZone: seller.time_zone,
    logo: file && PRINTED.has(file.media_type) ? file.bytes : brand.logo,
    brand,
  };
}

/** An invoice as PDF. */
export async function getInvoicePdf(
  { params, query }: Input<Operations['getInvoicePdf']>,
  { tenant }: Call,
  module: Invoices,
): Promise<Reply<Uint8Array>> {
  const row = await findInvoice(module.store.of(tenant), { tenant, id: params.id });
  if (!row) throw invoiceNotFound(params.id);
  const { bytes, fileName } = await printInvoice(module, row, query.lang ?? 'en');
  return reply(bytes, { fileName });
}
