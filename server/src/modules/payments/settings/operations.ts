export * from './create-signed-amount.ts';
export * from './payment-settings.ts';
