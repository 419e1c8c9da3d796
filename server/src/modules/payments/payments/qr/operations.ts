export * from './get-payment-qr.ts';
