import { statusesOf } from '../statuses.ts';

/** What a member of staff may be allowed at the till beside selling. */
export const staffPermissions = Object.freeze([
  'sell',
  'price_override',
  'discount',
  'refund',
  'void',
  'cash',
  'no_sale',
  'close_session',
  'stock',
  'catalogue',
  'reports',
  'invoices',
] as const);
export type StaffPermission = (typeof staffPermissions)[number];

export const productTypes = Object.freeze(['simple', 'variable', 'service', 'bundle'] as const);
export type ProductType = (typeof productTypes)[number];

/** Why stock moved. */
export const stockReasons = Object.freeze([
  'sale',
  'sale_offline',
  'refund_restock',
  'void',
  'purchase',
  'adjustment',
  'count',
  'transfer_out',
  'transfer_in',
  'damage',
  'loss',
  'reservation',
  'reservation_release',
  'initial',
] as const);
export type StockReason = (typeof stockReasons)[number];

export const saleStatuses = /* @__PURE__ */ statusesOf('sale');
export type SaleStatus = (typeof saleStatuses)[number];

/** What about a sale that happened without network a person should look at. */
export const saleFlags = Object.freeze([
  'price_changed',
  'tax_changed',
  'oversold',
  'closed_session',
  'clock_skew',
  'totals_differ',
  'unknown_item',
  'late_payment',
  'staff_differs',
  'permission',
  'foreign_terminal',
  'unknown_customer',
  'unknown_location',
  'quantity_step',
] as const);
export type SaleFlag = (typeof saleFlags)[number];

export const cashSessionStatuses = /* @__PURE__ */ statusesOf('cash_session');
export type CashSessionStatus = (typeof cashSessionStatuses)[number];

export const cashMovementTypes = Object.freeze(['pay_in', 'pay_out', 'drop', 'no_sale'] as const);
export type CashMovementType = (typeof cashMovementTypes)[number];

export const receiptFormats = Object.freeze(['json', 'html', 'pdf', 'escpos', 'text'] as const);
export type ReceiptFormat = (typeof receiptFormats)[number];
