export * from './payments/payments.ts';
export { simulatePayment } from './payments/simulate-payment.ts';
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
export * from './payments/qr/operations.ts';
