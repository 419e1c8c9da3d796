import type { StockReason } from '../words.ts';
import { statusesOf } from '../../statuses.ts';

/** Why a merchant may say that stock moved; the other reasons belong to what the service itself does. */
export const adjustmentReasons = Object.freeze([
  'adjustment',
  'purchase',
  'initial',
  'damage',
  'loss',
] as const satisfies readonly StockReason[]);
export type AdjustmentReason = (typeof adjustmentReasons)[number];

export const stockCountStatuses = /* @__PURE__ */ statusesOf('stock_count');
export type StockCountStatus = (typeof stockCountStatuses)[number];

export const stockTransferStatuses = /* @__PURE__ */ statusesOf('stock_transfer');
export type StockTransferStatus = (typeof stockTransferStatuses)[number];

/** Items of one adjustment. */
export const ADJUSTED_MAX = 100;
/** Items of one transfer. */
export const TRANSFERRED_MAX = 200;
/** Figures of one request of a stock count. */
export const COUNTED_MAX = 500;
/** Lines of one stock count. */
export const COUNT_LINES_MAX = 10_000;
