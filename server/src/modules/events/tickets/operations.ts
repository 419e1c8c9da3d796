export {
  blockTicket,
  getTicket,
  getTicketCalendar,
  getTicketPdf,
  getTicketQr,
  listTickets,
  resendTicket,
  unblockTicket,
} from './tickets.ts';
export { getOrderTicketsPdf } from './get-order-tickets-pdf.ts';
export { listEventKeys, revokeEventKey, rotateEventKeys } from './event-keys.ts';
export { transferTicket } from './transfer-ticket.ts';
