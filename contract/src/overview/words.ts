/** Where money comes in, in the order in which charts stack it. */
export const moneySources = Object.freeze([
  'till',
  'tickets',
  'invoices',
  'links',
  'deliveries',
  'payments',
] as const);
export type MoneySource = (typeof moneySources)[number];

/** What needs somebody, the most urgent first. */
export const needKinds = Object.freeze([
  'deliveries_late',
  'invoices_overdue',
  'webhooks_disabled',
  'deliveries_failed',
  'cod_disputed',
  'cash_differs',
  'drawers_flagged',
  'payments_to_review',
  'refunds_failed',
  'stock_oversold',
  'webhooks_failing',
  'payments_waiting',
  'claims_open',
  'events_nearly_sold_out',
  'stock_low',
] as const);
export type NeedKind = (typeof needKinds)[number];

/** How a need is shown: something is wrong, somebody must act, or it is as well to know. */
export const needTones = Object.freeze(['bad', 'wait', 'idle'] as const);
export type NeedTone = (typeof needTones)[number];

/** What a new merchant does, in a good order. */
export const startingSteps = Object.freeze([
  'profile',
  'pickup_address',
  'product',
  'event',
  'payment_provider',
  'key_used',
  'webhook_endpoint',
  'first_sale',
  'first_delivery',
  'first_link',
] as const);
export type StartingStep = (typeof startingSteps)[number];

/** How many days an overview looks back over. */
export const overviewDays = Object.freeze([7, 30, 90] as const);
export type OverviewDays = (typeof overviewDays)[number];

/** What a search finds, in the order in which it tells. */
export const searchKinds = Object.freeze([
  'delivery',
  'ticket_order',
  'ticket',
  'sale',
  'invoice',
  'payment',
  'payment_link',
  'customer',
  'product',
  'event',
  'webhook_endpoint',
  'webhook_message',
] as const);
export type SearchKind = (typeof searchKinds)[number];

/** By what something is found, the surest first. */
export const searchMatches = Object.freeze(['id', 'number', 'code', 'phone', 'email', 'name'] as const);
export type SearchMatch = (typeof searchMatches)[number];
