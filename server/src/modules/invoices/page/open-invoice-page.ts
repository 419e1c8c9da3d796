import type { Invoice } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { readInvoiceReturns, type InvoiceReturns } from '../credit-notes/credit-notes.queries.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { findInvoiceByToken } from '../invoices/invoices.queries.ts';
import type { Invoices } from '../module.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import { payChoices, type PayChoices } from './pay-choices.ts';
import { findSeller } from '../invoices/sellers.queries.ts';

const NONCE_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;

/** An invoice as its customer sees it. */
export type InvoicePage = {
  readonly token: string;
  readonly tenant: Tenant;
  readonly row: InvoiceRow;
  readonly invoice: Invoice;
  /** Where the money is that its credit notes send back. */
  readonly returns: InvoiceReturns;
  readonly storeName: string;
  readonly timeZone: string;
  /** Of the merchant, for phone numbers as people write them. */
  readonly country: string;
  /** Business time there. */
  readonly now: Date;
  /** What can be paid now; null where nothing can. */
  readonly choices: PayChoices | null;
  /** Of this one showing, so that a form sent twice begins one payment. */
  readonly nonce: string;
};

/** The invoice behind an address, of whichever merchant; null where there is none, or it is a draft still. */
export async function openInvoicePage(module: Invoices, token: string): Promise<InvoicePage | null> {
  const row = TOKEN.test(token) ? await findInvoiceByToken(module.store.system, token) : undefined;
  if (!row || row.status === 'draft') return null;
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  const seller = await findSeller(module.store.system, tenant);
  const now = seller.clock ?? module.world.now();
  const returns = await readInvoiceReturns(module.store.system, tenant, row.id);
  const invoice = presentInvoice(row, { settings: module.settings, now });
  return {
    token,
    tenant,
    row,
    invoice,
    returns,
    storeName: invoice.company.name ?? seller.store_name,
    timeZone: seller.time_zone,
    country: seller.country,
    now,
    choices: seller.status === 'active' ? payChoices(row) : null,
    nonce: module.world.randomBytes(NONCE_BYTES).toString('base64url'),
  };
}
