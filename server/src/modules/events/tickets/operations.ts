export {
  blockTicket,
  getTicket,
  getTicketCalendar,
  getTicketPdf,
  getTicketQr,
  listTickets,
  resendTicket,
  transferTicket,
  unblockTicket,
} from './tickets.ts';
export * from './get-order-tickets-pdf.ts';
export * from './event-keys.ts';
