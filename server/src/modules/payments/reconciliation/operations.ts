export * from './reconciliations.ts';
