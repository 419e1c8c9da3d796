import type { InvoiceNoticeKind, NoticeLocale } from '@cottontree/contract';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner, Tx } from '../../store/index.ts';

/** Somebody who can be told something. */
export type Contact = { readonly phone: string | null; readonly email: string | null };

export type OrderKey = { readonly tenant: Tenant; readonly orderId: string };

/** A ticket as messages need it. */
export type ToldTicket = {
  readonly id: string;
  /** `7K4PD-9QWXP` */
  readonly code: string;
  readonly admits: boolean;
  /** Set when it was handed on: it is its holder's own, and no longer its buyer's. */
  readonly own: { readonly link: string } | null;
  readonly holder: Contact;
};

/** An order of tickets as messages need it. */
export type ToldOrder = {
  readonly tenant: Tenant;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly isCancelled: boolean;
  readonly storeName: string;
  /** `20 Dec 18:00`, where the event is. */
  readonly time: string;
  /** IANA, of the event. */
  readonly timeZone: string;
  readonly venue: string | null;
  /** What went back to the buyer, as people read it. */
  readonly refunded: string;
  readonly link: string;
  readonly buyer: Contact;
  readonly tickets: readonly ToldTicket[];
};

export type MailFile = { readonly name: string; readonly type: string; readonly bytes: Buffer };

/** What notices ask of whoever keeps the tickets; handed in by main, so that neither module knows the other. */
export type TicketPort = {
  /** The orders of the keys that are there, in no order. */
  readonly describe: (runner: Runner, keys: readonly OrderKey[]) => Promise<readonly ToldOrder[]>;
  /** Orders of an event that have tickets, at most so many. */
  readonly ordersOf: (
    runner: Runner,
    event: { readonly tenant: Tenant; readonly eventId: string; readonly ordersMax: number },
  ) => Promise<readonly ToldOrder[]>;
  /** How a moment is told where the event is. */
  readonly tellTime: (at: Date, timeZone: string) => string;
  /** The PDF and the calendar entry of an order's tickets, or of one; empty where none of them admits any more. */
  readonly files: (order: OrderKey & { readonly ticketId: string | null }) => Promise<readonly MailFile[]>;
};

type NoticedInvoice = { readonly tenant: Tenant; readonly invoiceId: string };

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

/** What notices ask of whoever keeps the sales; handed in by main, so that neither module knows the other. */
export type ReceiptPort = {
  /** The receipt as PDF, as it stands; none where it is gone. */
  readonly files: (wanted: {
    readonly tenant: Tenant;
    readonly saleId: string;
    readonly locale: NoticeLocale;
  }) => Promise<readonly MailFile[]>;
};
