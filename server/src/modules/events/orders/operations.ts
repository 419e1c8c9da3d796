export {
  cancelPublicTicketOrder,
  createPublicTicketOrder,
  getPublicTicketOrder,
  payPublicTicketOrder,
  updatePublicTicketOrder,
} from './public-ticket-orders.ts';
export * from './ticket-orders.ts';
export * from './create-ticket-order.ts';
export { payTicketOrder } from './pay-ticket-order.ts';
export { refundTicketOrder } from './refund-ticket-order.ts';
export * from './release-ticket.ts';
