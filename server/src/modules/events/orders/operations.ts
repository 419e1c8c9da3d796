export {
  cancelPublicTicketOrder,
  createPublicTicketOrder,
  getPublicTicketOrder,
  payPublicTicketOrder,
  updatePublicTicketOrder,
} from './public-ticket-orders.ts';
export { cancelTicketOrder, getTicketOrder, listTicketOrders } from './ticket-orders.ts';
export { createTicketOrder } from './create-ticket-order.ts';
export { payTicketOrder } from './pay-ticket-order.ts';
export { refundTicketOrder } from './refund-ticket-order.ts';
export { updateTicketOrder } from './update-ticket-order.ts';
export { voidTicket } from './void-ticket.ts';
