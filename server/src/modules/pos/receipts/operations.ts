export { getSaleReceipt } from './get-sale-receipt.ts';
export * from './send-sale-receipt.ts';
