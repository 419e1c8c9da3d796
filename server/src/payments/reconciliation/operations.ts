export { createReconciliation } from './create-reconciliation.ts';
export { getReconciliation } from './get-reconciliation.ts';
export { listReconciliationItems } from './list-reconciliation-items.ts';
