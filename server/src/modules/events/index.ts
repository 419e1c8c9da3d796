export { eraseBuyer } from './erase-buyer.queries.ts';
export { openEvents } from './open-events.ts';
export type { Events } from './module.ts';
export {
  cancelOnPage,
  findOrderLink,
  holdOnPage,
  openOrderPage,
  payOnPage,
  waitOnPage,
  type OrderLink,
  type OrderPage,
  type PageVisitor,
  type WayToPay,
} from './page/order-page.ts';
export { openEventPage, type EventPage } from './page/open-event-page.ts';
export { costsNothing } from './events/public/snapshots.ts';
export { obtainableTicketsOf } from './promos/obtainable-tickets.ts';
export { eventModule, verifyEvents } from './event-module.ts';
export { drawQr } from '../../print/index.ts';
export { TICKET_KEY_SECRET } from './tickets/key-ring.ts';
export { openTicketPort } from './tickets/open-ticket-port.ts';
export { openTicketLink, type OpenedLink } from './tickets/open-link.ts';
export { SHEETS } from './tickets/print/print-ticket.ts';
export { tellClock, tellDay, tellPeriod, tellTimes } from './tickets/tell-time.ts';
export { codeParts, NAME_BYTES as CODE_NAME_BYTES, TICKET_CODE } from './tickets/ticket-codes.ts';
