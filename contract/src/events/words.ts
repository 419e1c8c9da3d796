import { statusesOf } from '../statuses.ts';

export const eventStatuses = /* @__PURE__ */ statusesOf('event');
export type EventStatus = (typeof eventStatuses)[number];

/** `hidden` is sold, but only to who knows its id; `paused` and `archived` are not sold. */
export const ticketTypeStatuses = /* @__PURE__ */ statusesOf('ticket_type');
export type TicketTypeStatus = (typeof ticketTypeStatuses)[number];

/** `donation`: the buyer names the price, not below min_price. */
export const ticketTypeKinds = Object.freeze(['fixed', 'free', 'donation'] as const);
export type TicketTypeKind = (typeof ticketTypeKinds)[number];

/** Which tickets people can have by themselves: where nobody takes payments, `free` ones alone, or also those that a promo code may make free. */
export const obtainableTickets = Object.freeze(['all', 'by_code', 'free'] as const);
export type ObtainableTickets = (typeof obtainableTickets)[number];

export const reEntries = Object.freeze(['none', 'exit_required', 'unlimited'] as const);
export type ReEntry = (typeof reEntries)[number];

export const ticketOrderStatuses = /* @__PURE__ */ statusesOf('order');
export type TicketOrderStatus = (typeof ticketOrderStatuses)[number];

export const ticketOrderChannels = Object.freeze(['web', 'pos', 'door', 'api'] as const);
export type TicketOrderChannel = (typeof ticketOrderChannels)[number];

export const ticketStatuses = /* @__PURE__ */ statusesOf('ticket');
export type TicketStatus = (typeof ticketStatuses)[number];

export const scanDirections = Object.freeze(['in', 'out'] as const);
export type ScanDirection = (typeof scanDirections)[number];

export const scanSources = Object.freeze(['camera', 'manual', 'hid'] as const);
export type ScanSource = (typeof scanSources)[number];

export const scannerRoles = Object.freeze(['steward', 'supervisor'] as const);
export type ScannerRole = (typeof scannerRoles)[number];
