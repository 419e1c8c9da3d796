export * from './public-ticket-orders.ts';
export * from './ticket-orders.ts';
export * from './create-ticket-order.ts';
export * from './pay-ticket-order.ts';
export { refundTicketOrder } from './refund-ticket-order.ts';
export * from './update-ticket-order.ts';
export * from './void-ticket.ts';
