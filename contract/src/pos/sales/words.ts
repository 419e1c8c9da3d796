/** What became of money for a sale. */
export const salePaymentVerdicts = Object.freeze(['kept', 'refund'] as const);
export type SalePaymentVerdict = (typeof salePaymentVerdicts)[number];

export const fiscalStatuses = Object.freeze(['none', 'pending', 'signed', 'failed'] as const);
export type FiscalStatus = (typeof fiscalStatuses)[number];
