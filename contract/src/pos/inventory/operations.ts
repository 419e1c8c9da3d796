import { createStockAdjustment } from './adjustments.ts';
import {
  addStockCountLines,
  cancelStockCount,
  createStockCount,
  getStockCount,
  listStockCountLines,
  listStockCounts,
  submitStockCount,
} from './counts.ts';
import { listInventory, listLowStock, listStockMovements } from './inventory.ts';
import {
  cancelStockTransfer,
  createStockTransfer,
  getStockTransfer,
  listStockTransfers,
  receiveStockTransfer,
} from './transfers.ts';

/** What is where, and how it came and went. */
export const stockOperations = Object.freeze({
  listInventory,
  listLowStock,
  listStockMovements,
  createStockAdjustment,
  createStockCount,
  listStockCounts,
  getStockCount,
  listStockCountLines,
  addStockCountLines,
  submitStockCount,
  cancelStockCount,
  createStockTransfer,
  listStockTransfers,
  getStockTransfer,
  receiveStockTransfer,
  cancelStockTransfer,
});
