import type { ReceiptLanguage } from '@cottontree/contract';
import { findFile } from '../../files/index.ts';
import { readInvoiceReturns } from '../credit-notes/credit-notes.queries.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { Invoices } from '../module.ts';
import type { SellerRow } from '../invoices/sellers.queries.ts';
import type { Letterhead } from './compose-totals.ts';
import { PAPER_WORDS } from './paper-words.ts';

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
