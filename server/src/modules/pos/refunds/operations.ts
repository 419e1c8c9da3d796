export * from './pos-refunds.ts';
