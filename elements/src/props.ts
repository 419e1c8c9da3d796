/** What every widget takes beside its own props. */
export type CommonProps = {
  /** Public key, `pk_live_…` or `pk_test_…`. */
  apiKey: string;
  /** Where the Cottontree server stands, `https://pay.example.sl`; needed only where the widget does not come from there. */
  baseUrl?: string;
  /** `en` or `kri`; else the language of the page, then of the browser. */
  locale?: string;
  theme?: Theme;
  /** A session that your own server began (`POST /v1/widget-sessions`): nobody pairs a device or types a PIN. */
  sessionToken?: string;
  /** It can be seen and used: with a `sessionToken` once that was found to hold. */
  onReady?: () => void;
  /** What happens on the way, for your statistics: a word and a little data, never a person's. */
  onEvent?: (event: WidgetEvent) => void;
};

export type Theme = 'light' | 'dark' | 'auto';
export type PaymentChannelChoice = 'qr' | 'nfc' | 'hosted' | 'mobile_money';
export type WidgetEvent = { readonly type: string; readonly data?: Readonly<Record<string, unknown>> };
/** A code of the API, or one of the widget's own (`BASE_URL_MISSING`, `PROP_MISSING`, `PROP_INVALID`, `NETWORK_ERROR`, `FRAME_BLOCKED`, `STORAGE_BLOCKED`), and a sentence. */
export type WidgetFault = { readonly code: string; readonly message: string };

/** A payment, as the page that asked for it may know it. */
export type PaidPayment = {
  readonly id: string;
  readonly status: string;
  /** In major units: 150.5 is NLe 150.50. */
  readonly amount: number;
  readonly currency: string;
  readonly channel: string;
  readonly description: string | null;
  readonly reference: string | null;
  readonly livemode: boolean;
  readonly metadata: Readonly<Record<string, string>>;
};

export type PaymentButtonProps = CommonProps & {
  /** In major units of the currency, above 0 and with at most its decimals: 150.5 is NLe 150.50. Needed unless `linkId` says what is paid. */
  amount?: number;
  /** Default SLE. */
  currency?: string;
  /** What the payer reads. */
  description?: string;
  metadata?: Readonly<Record<string, string>>;
  className?: string;
  /** How it is paid; default `hosted`: the payer chooses. */
  paymentChannel?: PaymentChannelChoice;
  /** Your own name for what is paid, in webhooks as `reference`: a browser pays the same name and amount once. A signed amount that has one wants the same here. */
  reference?: string;
  /** The amount, signed by your server (`POST /v1/payments/signed-amounts`). */
  amountToken?: string;
  /** A payment link whose amount and questions hold: its id, or the last part of its address. */
  linkId?: string;
  onSuccess?: (payment: PaidPayment) => void;
  onError?: (error: WidgetFault) => void;
};

/** A ticket that was bought. Its code admits: show it to the buyer alone. */
export type BoughtTicket = {
  readonly id: string;
  readonly code: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly orderId: string;
  readonly eventId: string;
  readonly price: number;
  readonly holderName: string | null;
};

export type TicketSalesProps = CommonProps & {
  eventId: string;
  /** Default true. */
  showEventHeader?: boolean;
  /** Default 10; the event's own limit holds where it is lower. */
  maxTicketsPerOrder?: number;
  paymentChannel?: PaymentChannelChoice;
  className?: string;
  onPurchaseComplete?: (tickets: readonly BoughtTicket[]) => void;
  onError?: (error: WidgetFault) => void;
};

/** A sale at the till. */
export type CompletedSale = {
  readonly clientId: string;
  readonly receiptNumber: string | null;
  readonly total: number;
  readonly currency: string;
  readonly paymentMethod: string;
  readonly livemode: boolean;
};

export type PosTerminalProps = CommonProps & {
  merchantId: string;
  /** Default light. */
  theme?: Theme;
  /** For your own use: a till sells in the currency of its catalogue. */
  currency?: string;
  /** For your own use: a till takes its taxes from the catalogue. */
  taxRate?: number;
  showCategories?: boolean;
  showInventory?: boolean;
  allowDiscounts?: boolean;
  /** Default qr, nfc and cash, less what allow… switches off. */
  paymentMethods?: readonly ('qr' | 'nfc' | 'cash')[];
  showImages?: boolean;
  showSearch?: boolean;
  /** Asks for a customer before paying; default false. */
  captureCustomer?: boolean;
  enablePrint?: boolean;
  allowCash?: boolean;
  allowQR?: boolean;
  /** Default false. */
  allowNFC?: boolean;
  allowMobileMoney?: boolean;
  /** `#1d5c3f`; default the merchant's accent. */
  primaryColor?: string;
  /** Default 8px. */
  borderRadius?: string;
  className?: string;
  onSaleComplete?: (sale: CompletedSale) => void;
  onError?: (error: WidgetFault) => void;
};

export type CompanyInfo = {
  readonly name?: string;
  readonly address?: string;
  readonly email?: string;
  readonly logo?: string;
};
/** An invoice that was made or sent. */
export type CreatedInvoice = {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly total: number;
  readonly currency: string;
  readonly hostedUrl: string | null;
  readonly livemode: boolean;
};

export type InvoiceCreatorProps = CommonProps & {
  /** The merchant of the key; the key alone decides. */
  merchantId?: string;
  /** Default SLE. */
  currency?: string;
  /** Percent; default 0. */
  taxRate?: number;
  /** Default 14. */
  defaultDueDays?: number;
  /** What is left out comes from the merchant's profile. */
  companyInfo?: CompanyInfo;
  className?: string;
  onInvoiceCreated?: (invoice: CreatedInvoice) => void;
  onInvoiceSent?: (invoice: CreatedInvoice) => void;
  onError?: (error: WidgetFault) => void;
};

/** A payment link that was made. */
export type CreatedLink = {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly amount: number | null;
  readonly currency: string;
  readonly expiresAt: string | null;
  readonly livemode: boolean;
};

export type PaymentLinkCreatorProps = CommonProps & {
  /** The merchant of the key; the key alone decides. */
  merchantId?: string;
  /** Default SLE. */
  currency?: string;
  paymentChannel?: PaymentChannelChoice;
  /** Hours until a link stops; left out: it does not. */
  defaultExpiryHours?: number;
  className?: string;
  onLinkCreated?: (link: CreatedLink) => void;
  onError?: (error: WidgetFault) => void;
};

/** A ticket that was admitted. */
export type AdmittedTicket = {
  /** As it was read: what is typed, or what the QR code says. */
  readonly code: string;
  readonly ticketTypeName: string | null;
  readonly holderName: string | null;
  /** How many came in by it. */
  readonly persons: number;
  /** ISO 8601. */
  readonly admittedAt: string;
};

export type TicketScannerProps = CommonProps & {
  eventId: string;
  /** Default both. */
  scanMode?: 'camera' | 'manual' | 'both';
  /** Default true. */
  showStats?: boolean;
  className?: string;
  onScanSuccess?: (ticket: AdmittedTicket) => void;
  onScanError?: (error: WidgetFault) => void;
  onError?: (error: WidgetFault) => void;
};
