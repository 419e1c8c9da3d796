export { createSale } from './create-sale.ts';
export { getSale, listSales, parkSale, quoteSale } from './sales.ts';
export { completeSale, paySale } from './pay-sale.ts';
export { updateSale } from './update-sale.ts';
export { cancelSale, voidSale } from './void-sale.ts';
