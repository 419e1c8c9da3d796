export { createReconciliation } from './create-reconciliation.ts';
export { getReconciliation, listReconciliationItems } from './reconciliations.ts';
