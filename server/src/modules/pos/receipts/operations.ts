export { getSaleReceipt } from './get-sale-receipt.ts';
export { sendSaleReceipt } from './send-sale-receipt.ts';
