import { statusesOf } from '../../statuses.ts';

/** What became of money for a sale. */
export const salePaymentVerdicts = Object.freeze(['kept', 'refund'] as const);
export type SalePaymentVerdict = (typeof salePaymentVerdicts)[number];

export const fiscalStatuses = /* @__PURE__ */ statusesOf('fiscal');
export type FiscalStatus = (typeof fiscalStatuses)[number];
