export { cancelPayment } from './cancel-payment.ts';
export { confirmPayment } from './confirm-payment.ts';
export { createPayment } from './create-payment.ts';
export { followPayment } from './follow-payment.ts';
export { getPayment } from './get-payment.ts';
export { listPaymentChannels } from './list-payment-channels.ts';
export { listPayments } from './list-payments.ts';
export { simulatePayment } from './simulate-payment.ts';
export {
  checkProviderAccount,
  createProviderAccount,
  deleteProviderAccount,
  getProviderAccount,
  listProviderAccounts,
  updateProviderAccount,
} from './providers/accounts/operations.ts';
export * from './refunds/operations.ts';
export * from './settings/operations.ts';
export * from './links/operations.ts';
export * from './payouts/operations.ts';
export * from './reconciliation/operations.ts';
export * from './qr/operations.ts';
