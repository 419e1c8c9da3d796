import { statusesOf } from '../statuses.ts';

/** How a payer pays. `external`: by a way we do not see, typed in by hand. Card numbers never reach us: `card` redirects. */
export const paymentChannels = Object.freeze([
  'qr',
  'nfc',
  'hosted',
  'mobile_money',
  'card',
  'cash',
  'external',
] as const);
export type PaymentChannel = (typeof paymentChannels)[number];

export const paymentStatuses = /* @__PURE__ */ statusesOf('payment');
export type PaymentStatus = (typeof paymentStatuses)[number];

export const refundStatuses = /* @__PURE__ */ statusesOf('refund');
export type RefundStatus = (typeof refundStatuses)[number];

/** Who named the amount: the merchant's server, a page with a public key, or a page with a signed amount. */
export const amountSources = Object.freeze(['server', 'client', 'signed'] as const);
export type AmountSource = (typeof amountSources)[number];

/** What a payment can be for. */
export const paymentSubjectKinds = Object.freeze([
  'ticket_order',
  'payment_link',
  'invoice',
  'sale',
  'delivery',
] as const);
export type PaymentSubjectKind = (typeof paymentSubjectKinds)[number];

/** The field by which a payment names what it is for. */
export const paymentSubjectFields = Object.freeze({
  ticket_order: 'ticket_order_id',
  payment_link: 'payment_link_id',
  invoice: 'invoice_id',
  sale: 'sale_id',
  delivery: 'delivery_job_number',
} as const satisfies Readonly<Record<PaymentSubjectKind, string>>);

/** What the payer has to do next. */
export const nextActionTypes = Object.freeze(['redirect', 'qr', 'ussd', 'nfc', 'wait', 'none'] as const);
export type NextActionType = (typeof nextActionTypes)[number];

/** Why money did not come. */
export const paymentFailureCodes = Object.freeze([
  'insufficient_funds',
  'wrong_pin',
  'customer_rejected',
  'limit_exceeded',
  'account_not_found',
  'provider_error',
  'expired',
  'declined',
] as const);
export type PaymentFailureCode = (typeof paymentFailureCodes)[number];

export const paymentLinkStatuses = /* @__PURE__ */ statusesOf('link');
export type PaymentLinkStatus = (typeof paymentLinkStatuses)[number];

/** Through whom money can come in. The first three are built in. */
export const paymentProviders = Object.freeze([
  'test',
  'cash',
  'manual',
  'monime',
  'orange_money',
  'mtn_momo',
  'stripe',
  'generic_http',
] as const);
export type PaymentProviderId = (typeof paymentProviders)[number];
