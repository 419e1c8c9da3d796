export * from './create-reconciliation.ts';
export * from './reconciliations.ts';
