export { createCreditNote } from './credit-notes/create-credit-note.ts';
export { getCreditNote } from './credit-notes/get-credit-note.ts';
export { keepCreditNoteAsCredit, listCreditNotes } from './credit-notes/credit-notes.ts';
export { retryCreditNoteRefund } from './credit-notes/retry-credit-note-refund.ts';
export { createInvoice } from './create-invoice.ts';
export {
  deleteInvoice,
  getInvoice,
  listInvoices,
  markInvoiceUncollectible,
  voidInvoice,
} from './invoices/invoices.ts';
export { duplicateInvoice } from './invoices/duplicate-invoice.ts';
export { finalizeInvoice } from './invoices/finalize-invoice.ts';
export { payInvoice } from './payments/pay-invoice.ts';
export { getInvoiceSettings } from './settings/get-invoice-settings.ts';
export { updateInvoiceSettings } from './settings/update-invoice-settings.ts';
export { updateInvoice } from './invoices/update-invoice.ts';
export { waiveLateFee } from './invoices/waive-late-fee.ts';
export { getCreditNotePdf } from './print/get-credit-note-pdf.ts';
export { getInvoicePdf } from './print/get-invoice-pdf.ts';
export { createRecurringInvoice } from './recurring/create-recurring-invoice.ts';
export { deleteRecurringInvoice, listRecurringInvoices } from './recurring/recurring-invoices.ts';
export { getRecurringInvoice } from './recurring/get-recurring-invoice.ts';
export { updateRecurringInvoice } from './recurring/update-recurring-invoice.ts';
export { remindInvoice } from './sending/remind-invoice.ts';
export { sendInvoice } from './sending/send-invoice.ts';
