export { createPromoCode, deletePromoCode, listPromoCodes, updatePromoCode } from './promo-codes.ts';
