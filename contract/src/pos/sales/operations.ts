import {
  cancelSale,
  completeSale,
  createSale,
  getSale,
  listSales,
  parkSale,
  paySale,
  quoteSale,
  updateSale,
  voidSale,
} from './sales.ts';

/** What is sold at the till. */
export const salesOperations = Object.freeze({
  createSale,
  quoteSale,
  listSales,
  getSale,
  updateSale,
  paySale,
  completeSale,
  parkSale,
  cancelSale,
  voidSale,
});
