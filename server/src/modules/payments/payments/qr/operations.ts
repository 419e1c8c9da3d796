export { getPaymentQr } from './get-payment-qr.ts';
