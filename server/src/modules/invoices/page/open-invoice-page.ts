import type { Invoice } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { readInvoiceReturns, type InvoiceReturns } from '../credit-notes/credit-notes.queries.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { findInvoiceByToken } from '../invoices/invoices.queries.ts';
import type { Invoices } from '../module.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import { findSeller } from '../invoices/sellers.queries.ts';
import { amountDueOf, isPayable } from '../invoices/amount-due.ts';
import { depositDue } from '../payments/start-invoice-payment.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';

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

/** What a customer can pay now, minor units. */
type PayChoices = {
  readonly full: bigint;
  /** What of the deposit is missing, where that is less than everything. */
  readonly deposit: bigint | null;
  /** The least that a part may be, where parts are taken. */
  readonly part: { readonly least: bigint } | null;
};

/** Null where nothing can be paid. */
function payChoices(row: InvoiceRow): PayChoices | null {
  const full = amountDueOf(row);
  if (!isPayable(row) || full <= 0n) return null;
  const missing = depositDue(row);
  const least = row.min_partial_amount ?? 1n;
  return {
    full,
    deposit: missing > 0n && missing < full ? missing : null,
    part: row.allow_partial_payment && least < full ? { least } : null,
  };
}

type Visitor = { readonly isHead: boolean; readonly headers: Readonly<Record<string, string | undefined>> };

/** Programs that fetch pages which nobody looks at: link previews of messengers, search engines, scanners of mail. */
const PROGRAMS =
  /whatsapp|facebookexternalhit|facebot|telegrambot|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|skypeuripreview|viber|google-read-aloud|googleother|googleimageproxy|bingpreview|applebot|pinterest|embedly|preview|bot\b|crawler|spider|curl\/|wget\/|python-requests|go-http-client|safelinks|barracuda|mimecast|proofpoint/i;
const PREFETCHING = /prefetch|prerender|preview/i;

/** Writes down that an invoice's page was opened for the first time, by a person as far as that can be told. */
export async function noteView(
  module: Invoices,
  { tenant, row, now }: Pick<InvoicePage, 'tenant' | 'row' | 'now'>,
  visitor: Visitor,
): Promise<void> {
  if (row.viewed_at !== null || !isPerson(visitor)) return;
  await changeInvoice(module, module.store.of(tenant), {
    tenant,
    id: row.id,
    now,
    decide: (seen) =>
      seen.viewed_at === null ? { set: { viewed_at: now }, tell: ['invoice.viewed'] } : null,
  });
}

/** A browser says who it is, and that it fetches something only in case it is wanted. */
function isPerson({ isHead, headers }: Visitor): boolean {
  const agent = headers['user-agent'] ?? '';
  const isAhead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) =>
    PREFETCHING.test(headers[name] ?? ''),
  );
  return !isHead && !isAhead && agent !== '' && !PROGRAMS.test(agent);
}
