export { getSaleReceipt, sendSaleReceipt } from './sale-receipts.ts';
