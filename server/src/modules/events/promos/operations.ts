export { createPromoCode } from './create-promo-code.ts';
export { deletePromoCode, listPromoCodes, updatePromoCode } from './promo-codes.ts';
