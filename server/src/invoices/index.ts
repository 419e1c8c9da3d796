export { invoiceLoops, openInvoices, type Invoices } from './open-invoices.ts';
export { noteView } from './page/note-view.ts';
export { openInvoicePage, type InvoicePage } from './page/open-invoice-page.ts';
export { payOnInvoicePage } from './page/pay-on-invoice-page.ts';
export { printInvoice } from './print/print-invoice.ts';
export { openInvoiceDesk } from './send/open-invoice-desk.ts';
export * as invoiceOperations from './operations.ts';
export { runDueInvoicesOnClock } from './run-due-invoices.ts';
export { verifyInvoices } from './verify-invoices.ts';
