import type { InvoiceNoticeKind, NoticeLocale } from '@cottontree/contract';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Tx } from '../../store/index.ts';
import type { MailFile } from './ticket-port.ts';

export type NoticedInvoice = { readonly tenant: Tenant; readonly invoiceId: string };

/** A message about an invoice as it is to be made. */
export type ToldInvoice = NoticedInvoice & {
  readonly kind: InvoiceNoticeKind;
  readonly phone: string | null;
  readonly email: string | null;
  readonly byWhatsApp: boolean;
  readonly number: string;
  readonly storeName: string;
  /** What is due, as people read it. */
  readonly amount: string;
  /** `5 Dec 2026` */
  readonly dueDate: string;
  readonly link: string;
  /** In the merchant's words; null: in ours. */
  readonly subject: string | null;
  readonly message: string | null;
};

/** What notices ask of whoever keeps the invoices; handed in by main, so that neither module knows the other. */
export type InvoicePort = {
  /** The messages that wait for these invoices, which are taken away with it. */
  readonly take: (tx: Tx, keys: readonly NoticedInvoice[]) => Promise<readonly ToldInvoice[]>;
  /** Whether there is still something to pay, as it is now; `void` also where it is gone. */
  readonly standing: (invoice: NoticedInvoice) => Promise<'owed' | 'settled' | 'void'>;
  /** The invoice as PDF, as it stands; none where it is gone. */
  readonly files: (
    wanted: NoticedInvoice & { readonly locale: NoticeLocale },
  ) => Promise<readonly MailFile[]>;
};
