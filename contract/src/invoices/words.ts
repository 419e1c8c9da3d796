import { statusesOf } from '../statuses.ts';

export const invoiceStatuses = /* @__PURE__ */ statusesOf('invoice');
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** How an invoice or a receipt reaches people; `link`: only the address of its page. */
export const sendChannels = Object.freeze(['email', 'sms', 'whatsapp', 'link'] as const);
export type SendChannel = (typeof sendChannels)[number];

export const recurrences = Object.freeze(['daily', 'weekly', 'monthly', 'yearly'] as const);
export type Recurrence = (typeof recurrences)[number];

/** How far the money is that a credit note sends back; `none`: nothing goes back. */
export const creditRefundStatuses = /* @__PURE__ */ statusesOf('credit');
export type CreditRefundStatus = (typeof creditRefundStatuses)[number];
