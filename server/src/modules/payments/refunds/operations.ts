export { createRefund, getRefund, listPaymentRefunds, listRefunds } from './refunds.ts';
