import { createInvoice } from './create-invoice.ts';
import {
  createCreditNote,
  getCreditNote,
  keepCreditNoteAsCredit,
  listCreditNotes,
  retryCreditNoteRefund,
} from './credit-notes.ts';
import { payInvoice } from './invoice-payments.ts';
import { getCreditNotePdf, getInvoicePdf } from './invoice-files.ts';
import {
  deleteInvoice,
  duplicateInvoice,
  finalizeInvoice,
  getInvoice,
  listInvoices,
  markInvoiceUncollectible,
  updateInvoice,
  voidInvoice,
  waiveLateFee,
} from './invoices.ts';
import {
  createRecurringInvoice,
  deleteRecurringInvoice,
  getRecurringInvoice,
  listRecurringInvoices,
  updateRecurringInvoice,
} from './recurring.ts';
import { remindInvoice, sendInvoice } from './send-invoice.ts';
import { getInvoiceSettings, updateInvoiceSettings } from './settings.ts';

/** Invoices and credit notes. */
export const invoiceOperations = Object.freeze({
  getInvoiceSettings,
  updateInvoiceSettings,
  createInvoice,
  listInvoices,
  getInvoice,
  updateInvoice,
  deleteInvoice,
  finalizeInvoice,
  voidInvoice,
  markInvoiceUncollectible,
  waiveLateFee,
  payInvoice,
  duplicateInvoice,
  getInvoicePdf,
  sendInvoice,
  remindInvoice,
  createRecurringInvoice,
  listRecurringInvoices,
  getRecurringInvoice,
  updateRecurringInvoice,
  deleteRecurringInvoice,
  createCreditNote,
  listCreditNotes,
  getCreditNote,
  getCreditNotePdf,
  retryCreditNoteRefund,
  keepCreditNoteAsCredit,
});
