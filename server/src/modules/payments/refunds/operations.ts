export * from './refunds.ts';
