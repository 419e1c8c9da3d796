import { getSaleReceipt, sendSaleReceipt } from './receipts.ts';

/** What a buyer takes home. */
export const receiptsOperations = Object.freeze({ getSaleReceipt, sendSaleReceipt });
