export * from './payment-settings.ts';
