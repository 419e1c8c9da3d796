export * from './add-stock-count-lines.ts';
export {
  cancelStockCount,
  getStockCount,
  listStockCountLines,
  listStockCounts,
  submitStockCount,
} from './stock-counts.ts';
export {
  cancelStockTransfer,
  getStockTransfer,
  listStockTransfers,
  receiveStockTransfer,
} from './stock-transfers.ts';
export * from './create-stock-adjustment.ts';
export * from './create-stock-count.ts';
export * from './create-stock-transfer.ts';
export * from './stock.ts';
