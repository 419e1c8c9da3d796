import type {
  InvoiceCreatorProps,
  PaymentButtonProps,
  PaymentLinkCreatorProps,
  PosTerminalProps,
  TicketSalesProps,
  TicketScannerProps,
} from '@cottontree/elements/props';
import { componentOf, type Widget } from './component.ts';

export { configure } from '@cottontree/elements/configure';
export type * from '@cottontree/elements/props';
export type { AroundProps, Widget, WidgetProps } from './component.ts';

/** Asks for one payment: a button that opens the pay step over the page. What stands inside is its label. */
export const PaymentButton: Widget<PaymentButtonProps> = /* @__PURE__ */ componentOf(
  'ms-payment-button',
  () => import('@cottontree/elements/payment-button'),
);

/** Sells the tickets of one event, from the choice to the codes. */
export const TicketSales: Widget<TicketSalesProps> = /* @__PURE__ */ componentOf(
  'ms-ticket-sales',
  () => import('@cottontree/elements/ticket-sales'),
);

/** The till, in a frame of your server, as tall as your page says. */
export const POSTerminal: Widget<PosTerminalProps> = /* @__PURE__ */ componentOf(
  'ms-pos-terminal',
  () => import('@cottontree/elements/pos-terminal'),
);

/** Writes invoices and sends them, in a frame of your server. */
export const InvoiceCreator: Widget<InvoiceCreatorProps> = /* @__PURE__ */ componentOf(
  'ms-invoice-creator',
  () => import('@cottontree/elements/invoice-creator'),
);

/** Makes payment links, in a frame of your server. */
export const PaymentLinkCreator: Widget<PaymentLinkCreatorProps> = /* @__PURE__ */ componentOf(
  'ms-payment-link-creator',
  () => import('@cottontree/elements/payment-link-creator'),
);

/** Lets people in by their tickets, in a frame of your server. */
export const TicketScanner: Widget<TicketScannerProps> = /* @__PURE__ */ componentOf(
  'ms-ticket-scanner',
  () => import('@cottontree/elements/ticket-scanner'),
);
