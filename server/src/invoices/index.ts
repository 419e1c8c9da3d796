export { openInvoices, type Invoices } from './open-invoices.ts';
export { noteView } from './page/note-view.ts';
export { openInvoicePage, type InvoicePage } from './page/open-invoice-page.ts';
export { payOnInvoicePage } from './page/pay-on-invoice-page.ts';
export { PAPER } from './print/print-paper.ts';
export { printInvoice } from './print/print-invoice.ts';
export { openInvoiceDesk } from './send/open-invoice-desk.ts';
export { verifyInvoices } from './verify-invoices.ts';
export { invoiceModule } from './invoice-module.ts';
