import { statusesOf } from '../statuses.ts';

/** What recipients are told; the first four unless the merchant says otherwise, of which arrived only to those who were not told near. */
export const recipientNoticeKinds = Object.freeze([
  'created',
  'near',
  'arrived',
  'code_reissued',
  'picked_up',
  'delivered',
  'failed',
  'cancelled',
] as const);
export type RecipientNoticeKind = (typeof recipientNoticeKinds)[number];

export const driverNoticeKinds = Object.freeze(['job_assigned', 'job_withdrawn'] as const);
export type DriverNoticeKind = (typeof driverNoticeKinds)[number];

/** What people with tickets are told, always: tickets that were bought are sent. */
export const ticketNoticeKinds = Object.freeze([
  'tickets_paid',
  'ticket_sent',
  'event_changed',
  'event_cancelled',
  'tickets_refunded',
  'waitlist_offered',
] as const);
export type TicketNoticeKind = (typeof ticketNoticeKinds)[number];

/** What payers are told who are told nothing by what they paid for. */
export const paymentNoticeKinds = Object.freeze(['payment_received'] as const);
export type PaymentNoticeKind = (typeof paymentNoticeKinds)[number];

/** What customers are told of invoices, whenever their merchant sends one or lets them be reminded. */
export const invoiceNoticeKinds = Object.freeze([
  'invoice_sent',
  'invoice_reminder',
  'invoice_overdue',
] as const);
export type InvoiceNoticeKind = (typeof invoiceNoticeKinds)[number];

/** What buyers at a till are told, whenever their merchant sends it. */
export const saleNoticeKinds = Object.freeze(['sale_receipt'] as const);
export type SaleNoticeKind = (typeof saleNoticeKinds)[number];

/** What merchants are told by e-mail. */
export const merchantNoticeKinds = Object.freeze([
  'endpoint_failing',
  'endpoint_disabled',
  'verification_paused',
  'key_exposed',
] as const);

/** What merchants are told by e-mail whatever they chose: whoever sends their messages or money elsewhere must not be able to hush it up. */
export const safetyNoticeKinds = Object.freeze(['endpoint_moved', 'provider_account_changed'] as const);
export type MerchantNoticeKind = (typeof merchantNoticeKinds)[number] | (typeof safetyNoticeKinds)[number];

export const noticeKinds = Object.freeze([
  ...recipientNoticeKinds,
  ...ticketNoticeKinds,
  ...paymentNoticeKinds,
  ...invoiceNoticeKinds,
  ...saleNoticeKinds,
  ...driverNoticeKinds,
  ...merchantNoticeKinds,
  ...safetyNoticeKinds,
] as const);
export type NoticeKind = (typeof noticeKinds)[number];

/** The kinds a merchant chooses among; drivers are always told. */
export const chosenNoticeKinds = Object.freeze([
  ...recipientNoticeKinds,
  ...paymentNoticeKinds,
  ...merchantNoticeKinds,
] as const);
export const usualNoticeKinds: readonly (typeof chosenNoticeKinds)[number][] = Object.freeze([
  'created',
  'near',
  'arrived',
  'code_reissued',
  ...paymentNoticeKinds,
  ...merchantNoticeKinds,
] as const);

export const noticeAudiences = Object.freeze(['recipient', 'driver', 'merchant'] as const);
export type NoticeAudience = (typeof noticeAudiences)[number];

/** `log`: nothing else is set up, so the text is written to the server's log. */
export const noticeChannels = Object.freeze(['log', 'sms', 'whatsapp', 'email'] as const);
export type NoticeChannel = (typeof noticeChannels)[number];

export const noticeStatuses = /* @__PURE__ */ statusesOf('notice');
export type NoticeStatus = (typeof noticeStatuses)[number];

/** English and Krio. */
export const noticeLocales = Object.freeze(['en', 'kri'] as const);
export type NoticeLocale = (typeof noticeLocales)[number];
