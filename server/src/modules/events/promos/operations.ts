export * from './create-promo-code.ts';
export * from './promo-codes.ts';
