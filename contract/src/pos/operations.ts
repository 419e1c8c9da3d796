import { cashOperations } from './cash/operations.ts';
import { catalogueOperations } from './catalogue/operations.ts';
import { receiptsOperations } from './receipts/operations.ts';
import { refundsOperations } from './refunds/operations.ts';
import { reportsOperations } from './reports/operations.ts';
import { salesOperations } from './sales/operations.ts';
import { settingsOperations } from './settings/operations.ts';
import { staffOperations } from './staff/operations.ts';
import { stockOperations } from './inventory/operations.ts';
import { syncOperations } from './sync/operations.ts';

/** Point of sale. */
export const posOperations = Object.freeze({
  ...catalogueOperations,
  ...stockOperations,
  ...salesOperations,
  ...refundsOperations,
  ...receiptsOperations,
  ...cashOperations,
  ...staffOperations,
  ...syncOperations,
  ...reportsOperations,
  ...settingsOperations,
});
