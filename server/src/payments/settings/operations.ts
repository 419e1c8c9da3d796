export { createSignedAmount } from './create-signed-amount.ts';
export { getPaymentSettings } from './get-payment-settings.ts';
export { updatePaymentSettings } from './update-payment-settings.ts';
