export { createSale } from './create-sale.ts';
export { getSale } from './get-sale.ts';
export { listSales } from './list-sales.ts';
export { parkSale } from './park-sale.ts';
export { completeSale, paySale } from './pay-sale.ts';
export { quoteSale } from './quote-sale.ts';
export { updateSale } from './update-sale.ts';
export { cancelSale, voidSale } from './void-sale.ts';
