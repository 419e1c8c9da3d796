export * from './create-payment-link.ts';
export { getPaymentLink } from './get-payment-link.ts';
export * from './payment-links.ts';
export * from './link-qr.ts';
