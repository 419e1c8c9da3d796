export * from './events/events.ts';
export * from './events/pools/pools.ts';
export { getPublicEvent } from './events/public/get-public-event.ts';
export * from './events/ticket-types/ticket-types.ts';
export { updateEvent } from './events/update-event.ts';
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
} from './tickets/tickets.ts';
export * from './tickets/get-order-tickets-pdf.ts';
export * from './tickets/event-keys.ts';
export * from './scanning/scanner-devices.ts';
export { getScanManifest, getScanManifest as getScanManifestAtDoor } from './scanning/get-scan-manifest.ts';
export { getScanStats, getScanStats as getScanStatsAtDoor, listScans } from './scanning/scans.ts';
export { scanTicket, scanTicket as scanTicketAtDoor } from './scanning/scan-ticket.ts';
export { searchTickets, searchTickets as searchTicketsAtDoor } from './scanning/search-tickets.ts';
export { syncScans, syncScans as syncScansAtDoor } from './scanning/sync-scans.ts';
export { undoScan, undoScan as undoScanAtDoor } from './scanning/undo-scan.ts';
export {
  cancelPublicTicketOrder,
  createPublicTicketOrder,
  getPublicTicketOrder,
  payPublicTicketOrder,
  updatePublicTicketOrder,
} from './orders/public-ticket-orders.ts';
export * from './orders/ticket-orders.ts';
export * from './orders/create-ticket-order.ts';
export { payTicketOrder } from './orders/pay-ticket-order.ts';
export { refundTicketOrder } from './orders/refund-ticket-order.ts';
export * from './orders/release-ticket.ts';
export { createPromoCode, deletePromoCode, listPromoCodes, updatePromoCode } from './promos/promo-codes.ts';
export * from './waitlist/waitlist.ts';
