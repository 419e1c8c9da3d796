import { cancelSale, completeSale, parkSale, paySale, voidSale } from './sale-moves.ts';
import { createSale, getSale, listSales, quoteSale, updateSale } from './sales.ts';

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
