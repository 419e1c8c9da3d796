export * from './tickets.ts';
export * from './get-order-tickets-pdf.ts';
export * from './event-keys.ts';
export * from './transfer-ticket.ts';
