export * from './credit-notes/create-credit-note.ts';
export { getCreditNote } from './credit-notes/get-credit-note.ts';
export * from './credit-notes/credit-notes.ts';
export * from './credit-notes/retry-credit-note-refund.ts';
export * from './create-invoice.ts';
export {
  deleteInvoice,
  getInvoice,
  listInvoices,
  markInvoiceUncollectible,
  voidInvoice,
} from './invoices/invoices.ts';
export { duplicateInvoice } from './invoices/duplicate-invoice.ts';
export { finalizeInvoice } from './invoices/finalize-invoice.ts';
export * from './payments/pay-invoice.ts';
export * from './settings/get-invoice-settings.ts';
export * from './settings/update-invoice-settings.ts';
export * from './invoices/update-invoice.ts';
export * from './invoices/waive-late-fee.ts';
export { getCreditNotePdf } from './print/get-credit-note-pdf.ts';
export * from './print/get-invoice-pdf.ts';
export { createRecurringInvoice } from './recurring/create-recurring-invoice.ts';
export * from './recurring/recurring-invoices.ts';
export { getRecurringInvoice } from './recurring/get-recurring-invoice.ts';
export * from './recurring/update-recurring-invoice.ts';
export * from './sending/remind-invoice.ts';
export { sendInvoice } from './sending/send-invoice.ts';
