import { defineWidget } from './core/element.ts';
import { FrameElement } from './frames/frame-element.ts';
import type { InvoiceCreatorProps } from './props.ts';

/** `<ms-invoice-creator>`: writes and sends an invoice, in a frame. */
class InvoiceCreator extends FrameElement<InvoiceCreatorProps> {
  protected readonly path = '/embed/invoice';
}

defineWidget('ms-invoice-creator', InvoiceCreator, {
  merchantId: 'text',
  currency: 'text',
  taxRate: 'number',
  defaultDueDays: 'number',
  companyInfo: 'data',
  onInvoiceCreated: 'callback',
  onInvoiceSent: 'callback',
});
