export { createPromoCode } from './create-promo-code.ts';
export { deletePromoCode } from './delete-promo-code.ts';
export { listPromoCodes } from './list-promo-codes.ts';
export { updatePromoCode } from './update-promo-code.ts';
