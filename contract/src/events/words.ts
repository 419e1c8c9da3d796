export const eventStatuses = Object.freeze(['draft', 'published', 'cancelled', 'completed'] as const);
export type EventStatus = (typeof eventStatuses)[number];

/** `hidden` is sold, but only to who knows its id; `paused` and `archived` are not sold. */
export const ticketTypeStatuses = Object.freeze(['active', 'hidden', 'paused', 'archived'] as const);
export type TicketTypeStatus = (typeof ticketTypeStatuses)[number];

/** `donation`: the buyer names the price, not below min_price. */
export const ticketTypeKinds = Object.freeze(['fixed', 'free', 'donation'] as const);
export type TicketTypeKind = (typeof ticketTypeKinds)[number];

export const reEntries = Object.freeze(['none', 'exit_required', 'unlimited'] as const);
export type ReEntry = (typeof reEntries)[number];

export const ticketOrderStatuses = Object.freeze([
  'held',
  'awaiting_payment',
  'paid',
  'partially_refunded',
  'refunded',
  'refund_pending',
  'expired',
  'cancelled',
] as const);
export type TicketOrderStatus = (typeof ticketOrderStatuses)[number];

export const ticketOrderChannels = Object.freeze(['web', 'pos', 'door', 'api'] as const);
export type TicketOrderChannel = (typeof ticketOrderChannels)[number];

export const ticketStatuses = Object.freeze(['valid', 'used', 'void', 'blocked'] as const);
export type TicketStatus = (typeof ticketStatuses)[number];

export const scanDirections = Object.freeze(['in', 'out'] as const);
export type ScanDirection = (typeof scanDirections)[number];

export const scanSources = Object.freeze(['camera', 'manual', 'hid'] as const);
export type ScanSource = (typeof scanSources)[number];

export const scannerRoles = Object.freeze(['steward', 'supervisor'] as const);
export type ScannerRole = (typeof scannerRoles)[number];
