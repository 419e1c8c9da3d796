export { openEvents } from './open-events.ts';
export type { Events } from './module.ts';
export type { PageVisitor } from './page/call-for-page.ts';
export { findOrderLink, type OrderLink } from './page/find-order-link.ts';
export { openEventPage, type EventPage } from './page/open-event-page.ts';
export {
  cancelOnPage,
  holdOnPage,
  openOrderPage,
  payOnPage,
  waitOnPage,
  type OrderPage,
  type WayToPay,
} from './page/order-page.ts';
export { verifyEvents } from './verify-events.ts';
export { drawQr } from '../../print/index.ts';
export { TICKET_KEY_SECRET } from './tickets/make-event-key.ts';
export { openTicketPort } from './tickets/open-ticket-port.ts';
export { openTicketLink, type OpenedLink } from './tickets/open-link.ts';
export { SHEETS } from './tickets/print/print-tickets.ts';
export { tellClock, tellDay, tellPeriod } from './tickets/tell-time.ts';
export { codeParts, NAME_BYTES as CODE_NAME_BYTES, TICKET_CODE } from './tickets/ticket-codes.ts';
export { eventModule } from './event-module.ts';
