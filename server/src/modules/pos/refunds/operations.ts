export * from './pos-refunds.ts';
export * from './list-sale-refunds.ts';
export * from './refund-sale.ts';
