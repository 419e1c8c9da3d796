import { formatMoney, type ReceiptLanguage } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Tx } from '../../../store/index.ts';
import { amountDueOf } from '../invoices/amount-due.ts';
import { findInvoice } from '../invoices/invoices.queries.ts';
import type { Invoices } from '../module.ts';
import { hostedUrl } from '../invoices/present-invoice.ts';
import { printInvoice } from '../print/print-invoice.ts';
import { tellDate } from '../print/tell-figures.ts';
import { takeLetters, type ToldLetterRow } from './letters.queries.ts';

type InvoiceKey = { readonly tenant: Tenant; readonly invoiceId: string };

/** What invoices do for whoever talks with people about them. */
export function openInvoicePort(module: Invoices) {
  return {
    take: async (tx: Tx, keys: readonly InvoiceKey[]) =>
      (await takeLetters(tx, keys)).map((row) => describeLetter(row, module)),
    standing: async ({ tenant, invoiceId }: InvoiceKey) => {
      const row = await findInvoice(module.store.of(tenant), { tenant, id: invoiceId });
      if (!row || row.status === 'void') return 'void';
      return row.status === 'open' || row.status === 'partially_paid' ? 'owed' : 'settled';
    },
    files: async ({ tenant, invoiceId, locale }: InvoiceKey & { readonly locale: ReceiptLanguage }) => {
      const row = await findInvoice(module.store.of(tenant), { tenant, id: invoiceId });
      if (!row) return [];
      const { bytes, fileName } = await printInvoice(module, row, locale);
      return [{ name: fileName, type: 'application/pdf', bytes }];
    },
  };
}

function describeLetter(row: ToldLetterRow, { settings }: Invoices) {
  const isMail = row.channel === 'email';
  return {
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    invoiceId: row.invoice_id,
    kind: row.kind,
    phone: isMail ? null : row.address,
    email: isMail ? row.address : null,
    byWhatsApp: row.channel === 'whatsapp',
    number: row.number,
    storeName: row.company_name,
    amount: formatMoney(amountDueOf(row), row.currency),
    dueDate: tellDate(row.due_date),
    link: hostedUrl(row, settings),
    subject: row.subject,
    message: row.message,
  };
}
