export { addStockCountLines } from './add-stock-count-lines.ts';
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
export { createStockAdjustment } from './create-stock-adjustment.ts';
export { createStockCount } from './create-stock-count.ts';
export { createStockTransfer } from './create-stock-transfer.ts';
export { listInventory } from './list-inventory.ts';
export { listLowStock } from './list-low-stock.ts';
export { listStockMovements } from './list-stock-movements.ts';
