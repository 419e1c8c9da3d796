export { closeCashSession, getCashSession, listCashSessions, openCashSession } from './cash/cash-sessions.ts';
export { createCashMovement, listCashMovements } from './cash/cash-movements.ts';
export { getCashReport } from './cash/cash-reports.ts';
export * from './cash/print/get-cash-report-pdf.ts';
export * from './cash/list-drawer-flags.ts';
export {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  updateCategory,
} from './catalogue/categories/categories.ts';
export {
  createDiscount,
  deleteDiscount,
  getDiscount,
  listDiscounts,
  updateDiscount,
} from './catalogue/discounts/discounts.ts';
export {
  createModifierGroup,
  deleteModifierGroup,
  getModifierGroup,
  listModifierGroups,
  updateModifierGroup,
} from './catalogue/modifier-groups/modifier-groups.ts';
export {
  createTaxRate,
  deleteTaxRate,
  getTaxRate,
  listTaxRates,
  updateTaxRate,
} from './catalogue/tax-rates/tax-rates.ts';
export {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  lookUpProduct,
  setProductImage,
  updateProduct,
} from './catalogue/products/products.ts';
export * from './catalogue/products/variants.ts';
export * from './imports/import-products.ts';
export { getSaleReceipt, sendSaleReceipt } from './receipts/sale-receipts.ts';
export * from './refunds/pos-refunds.ts';
export { reportSales, reportZ } from './reports/reports.ts';
export { createSale } from './sales/create-sale.ts';
export * from './sales/sales.ts';
export { completeSale, paySale } from './sales/pay-sale.ts';
export * from './sales/update-sale.ts';
export * from './sales/void-sale.ts';
export {
  createLocation,
  deleteLocation,
  getLocation,
  listLocations,
  updateLocation,
} from './settings/locations.ts';
export { getPosSettings, updatePosSettings } from './settings/pos-settings.ts';
export * from './staff/terminal-pairings.ts';
export {
  createTerminal,
  deleteTerminal,
  getCurrentTerminal,
  getTerminal,
  listTerminals,
  updateTerminal,
} from './staff/terminals.ts';
export * from './staff/staff.ts';
export * from './staff/widget-sessions.ts';
export * from './inventory/add-stock-count-lines.ts';
export {
  cancelStockCount,
  getStockCount,
  listStockCountLines,
  listStockCounts,
  submitStockCount,
} from './inventory/stock-counts.ts';
export {
  cancelStockTransfer,
  getStockTransfer,
  listStockTransfers,
  receiveStockTransfer,
} from './inventory/stock-transfers.ts';
export * from './inventory/create-stock-adjustment.ts';
export * from './inventory/create-stock-count.ts';
export * from './inventory/create-stock-transfer.ts';
export * from './inventory/stock.ts';
export * from './sync/get-till-changes.ts';
export * from './sync/get-till-staff.ts';
export * from './sync/sync-sales.ts';
export * from './sync/sync-drawers.ts';
