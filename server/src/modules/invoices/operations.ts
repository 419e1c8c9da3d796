export * from './credit-notes/credit-notes.ts';
export { getCreditNote } from './credit-notes/get-credit-note.ts';
export { retryCreditNoteRefund } from './credit-notes/retry-credit-note-refund.ts';
export * from './create-invoice.ts';
export {
  deleteInvoice,
  duplicateInvoice,
  getInvoice,
  listInvoices,
  markInvoiceUncollectible,
  voidInvoice,
  waiveLateFee,
} from './invoices/invoices.ts';
export { finalizeInvoice } from './invoices/finalize-invoice.ts';
export { payInvoice } from './payments/pay-invoice.ts';
export * from './settings/invoice-settings.ts';
export { updateInvoice } from './invoices/update-invoice.ts';
export { getCreditNotePdf } from './print/get-credit-note-pdf.ts';
export { getInvoicePdf } from './print/print-invoice.ts';
export * from './recurring/recurring-invoices.ts';
export * from './sending/send-invoice.ts';
