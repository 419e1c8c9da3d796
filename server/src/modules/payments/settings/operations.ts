export { createSignedAmount } from './create-signed-amount.ts';
export { getPaymentSettings, updatePaymentSettings } from './payment-settings.ts';
