export { createRefund } from './create-refund.ts';
export { getRefund } from './get-refund.ts';
export { listPaymentRefunds } from './list-payment-refunds.ts';
export { listRefunds } from './list-refunds.ts';
