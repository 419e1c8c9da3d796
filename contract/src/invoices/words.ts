export const invoiceStatuses = Object.freeze([
  'draft',
  'open',
  'partially_paid',
  'paid',
  'void',
  'uncollectible',
] as const);
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** How an invoice or a receipt reaches people; `link`: only the address of its page. */
export const sendChannels = Object.freeze(['email', 'sms', 'whatsapp', 'link'] as const);
export type SendChannel = (typeof sendChannels)[number];

export const recurrences = Object.freeze(['daily', 'weekly', 'monthly', 'yearly'] as const);
export type Recurrence = (typeof recurrences)[number];

/** How far the money is that a credit note sends back; `none`: nothing goes back. */
export const creditRefundStatuses = Object.freeze(['none', 'pending', 'returned', 'failed', 'kept'] as const);
export type CreditRefundStatus = (typeof creditRefundStatuses)[number];
