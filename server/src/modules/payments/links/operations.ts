export * from './payment-links.ts';
export { getPaymentLink } from './get-payment-link.ts';
export * from './link-qr.ts';
