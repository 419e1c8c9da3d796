export { openInvoices } from './open-invoices.ts';
export type { Invoices } from './module.ts';
export { noteView, openInvoicePage, type InvoicePage } from './page/open-invoice-page.ts';
export { payOnInvoicePage } from './page/pay-on-invoice-page.ts';
export { PAPER } from './print/print-paper.ts';
export { printInvoice, printInvoiceReceipt } from './print/print-invoice.ts';
export { openInvoicePort } from './sending/open-invoice-port.ts';
export { invoiceModule, verifyInvoices } from './invoice-module.ts';
