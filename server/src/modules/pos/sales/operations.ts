export { createSale } from './create-sale.ts';
export * from './sales.ts';
export { completeSale, paySale } from './pay-sale.ts';
export * from './update-sale.ts';
export * from './void-sale.ts';
