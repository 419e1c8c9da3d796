import type {
  AdmittedTicket,
  BoughtTicket,
  CompletedSale,
  CreatedInvoice,
  CreatedLink,
  InvoiceCreatorProps,
  PaidPayment,
  PaymentButtonProps,
  PaymentLinkCreatorProps,
  PosTerminalProps,
  TicketSalesProps,
  TicketScannerProps,
  WidgetEvent,
  WidgetFault,
} from './props.ts';

/** What every widget tells of: the DOM events, by their names, with what stands in their `detail`. */
export type CommonDetails = {
  readonly ready: undefined;
  readonly event: WidgetEvent;
  readonly error: WidgetFault;
};

/** A widget in a page: each prop is a property of the element, and each of its events can be listened to with its `detail`. */
export type WidgetTag<Props, Details> = {
  // Before what every element has: `error` is one of ours.
  addEventListener<Name extends keyof (CommonDetails & Details) & string>(
    name: Name,
    listener: (event: CustomEvent<(CommonDetails & Details)[Name]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
} & HTMLElement & {
    // A class name is every element's own.
    [Name in keyof Omit<Props, 'className'>]-?: Props[Name] | undefined;
  };

export type PaymentButtonTag = WidgetTag<PaymentButtonProps, { readonly success: PaidPayment }>;
export type TicketSalesTag = WidgetTag<
  TicketSalesProps,
  { readonly 'purchase-complete': readonly BoughtTicket[] }
>;
export type PosTerminalTag = WidgetTag<PosTerminalProps, { readonly 'sale-complete': CompletedSale }>;
export type InvoiceCreatorTag = WidgetTag<
  InvoiceCreatorProps,
  { readonly 'invoice-created': CreatedInvoice; readonly 'invoice-sent': CreatedInvoice }
>;
export type PaymentLinkCreatorTag = WidgetTag<
  PaymentLinkCreatorProps,
  { readonly 'link-created': CreatedLink }
>;
export type TicketScannerTag = WidgetTag<
  TicketScannerProps,
  { readonly 'scan-success': AdmittedTicket; readonly 'scan-error': WidgetFault }
>;

declare global {
  interface HTMLElementTagNameMap {
    'ms-payment-button': PaymentButtonTag;
    'ms-ticket-sales': TicketSalesTag;
    'ms-pos-terminal': PosTerminalTag;
    'ms-invoice-creator': InvoiceCreatorTag;
    'ms-payment-link-creator': PaymentLinkCreatorTag;
    'ms-ticket-scanner': TicketScannerTag;
  }
}
