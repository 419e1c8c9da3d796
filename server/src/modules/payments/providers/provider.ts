import type {
  NextActionType,
  PaymentChannel,
  PaymentFailureCode,
  PaymentProviderId,
} from '@cottontree/contract';
import type { Currency } from '@cottontree/contract';

/** Somebody through whom money comes in. What it says is believed only after `fetch`, and only where amount and currency are ours. */
export type PaymentProvider = {
  /** `test`, `cash`, `manual`, `monime` … */
  readonly id: PaymentProviderId;
  readonly capabilities: ProviderCapabilities;
  /** Asks for the money. Repeated with the same `attemptId` it asks for the same money, never twice. */
  readonly create: (context: ProviderContext, wanted: ProviderPayment) => Promise<ProviderResult>;
  /** How it stands, by our own id of the attempt, where nothing was heard of its creation; asks for nothing. */
  readonly findByAttempt?: (context: ProviderContext, attemptId: string) => Promise<ProviderResult>;
  /** How it stands now; the only word that is believed. */
  readonly fetch: (context: ProviderContext, ref: string) => Promise<ProviderResult>;
  readonly cancel?: (context: ProviderContext, ref: string) => Promise<ProviderResult>;
  readonly refund?: (context: ProviderContext, wanted: ProviderRefund) => Promise<ProviderRefundResult>;
  readonly fetchRefund?: (context: ProviderContext, ref: string) => Promise<ProviderRefundResult>;
  /** Which payments a callback is about: hints, after which the core fetches. An unsigned or foreign one gives none. */
  readonly readCallback?: (
    context: ProviderContext,
    callback: ProviderCallback,
  ) => Promise<readonly CallbackHint[]>;
  /** What the provider itself has booked, for reconciliation, oldest first. */
  readonly list?: (
    context: ProviderContext,
    wanted: { readonly since: Date; readonly cursor: string | null },
  ) => Promise<ProviderPage>;
  readonly payout?: (context: ProviderContext, wanted: ProviderPayout) => Promise<ProviderPayoutResult>;
  readonly fetchPayout?: (context: ProviderContext, ref: string) => Promise<ProviderPayoutResult>;
  readonly health?: (
    context: ProviderContext,
  ) => Promise<{ readonly healthy: boolean; readonly message: string | null }>;
};

export type ProviderCapabilities = {
  readonly channels: readonly PaymentChannel[];
  /** Null: any. */
  readonly currencies: readonly Currency[] | null;
  readonly refund: 'none' | 'full' | 'partial';
  readonly cancel: boolean;
  readonly callback: boolean;
  readonly list: boolean;
  readonly payout: boolean;
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** How long a payment may stay open there, in seconds. */
  readonly expirySeconds: readonly [least: number, most: number];
};

/** With whose account, and the only way out. */
export type ProviderContext = {
  readonly livemode: boolean;
  readonly merchantId: string;
  readonly merchantName: string;
  /** As the merchant gave them, opened from the vault for this call only; empty for built-in providers. */
  readonly credentials: Readonly<Record<string, string>>;
  /** What is not secret: base URL, merchant codes, city. */
  readonly settings: Readonly<Record<string, string>>;
  /** Business time. */
  readonly now: Date;
  /** The wall clock, which signatures and tokens follow. */
  readonly wallNow: Date;
  /** One vetted request with a deadline. `status` null: nothing is known about what happened there. */
  readonly send: (request: ProviderRequest) => Promise<ProviderAnswer>;
};

export type ProviderRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};
export type ProviderAnswer = {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly error: string | null;
};

export type ProviderPayment = {
  /** Ours; the provider's idempotency key or reference. */
  readonly attemptId: string;
  readonly paymentId: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly channel: PaymentChannel;
  /** E.164. */
  readonly phone: string | null;
  readonly description: string;
  /** Where the payer's browser comes back to, whatever happened. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly callbackUrl: string;
  /** Our own page on which the payer can go on. */
  readonly payUrl: string;
  readonly expiresAt: Date;
  /** Only the test provider looks: a card number from the test table. */
  readonly testCard: string | null;
};

export type ProviderState =
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'unknown';

export type ProviderResult = {
  /** `unknown`: a time-out, an answer that cannot be read. Never a failure. */
  readonly state: ProviderState;
  readonly ref: string | null;
  /** What the provider says was or is to be paid; a success without them is not believed. */
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly feeMinor: bigint | null;
  readonly nextAction: ProviderNextAction | null;
  readonly failure: { readonly code: PaymentFailureCode; readonly message: string } | null;
  /** What was answered, for the attempt log: without secrets, phones masked. */
  readonly raw: string;
};

export type ProviderNextAction = {
  readonly type: NextActionType;
  readonly url: string | null;
  readonly qrPayload: string | null;
  readonly ussdCode: string | null;
  readonly message: string | null;
};

export type ProviderRefund = {
  readonly refundId: string;
  readonly paymentRef: string;
  readonly paymentAmountMinor: bigint;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly reason: string | null;
};
export type ProviderRefundResult = {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'unknown';
  readonly ref: string | null;
  readonly failure: { readonly code: PaymentFailureCode; readonly message: string } | null;
  readonly raw: string;
};

export type ProviderCallback = {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string>>;
};
/** `ref` is the provider's, or our payment's id (`pay_…`) where a callback names only that. `state` only tells repeated callbacks apart. */
export type CallbackHint = { readonly ref: string; readonly state: string };

export type ProviderTransaction = {
  readonly ref: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly feeMinor: bigint | null;
  readonly state: 'succeeded' | 'refunded' | 'failed';
  readonly at: Date;
};
export type ProviderPage = {
  readonly transactions: readonly ProviderTransaction[];
  readonly cursor: string | null;
};

export type ProviderPayout = {
  readonly payoutId: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly destination: Readonly<Record<string, string>>;
  readonly description: string;
};
export type ProviderPayoutResult = {
  readonly state: 'pending' | 'paid' | 'failed' | 'unknown';
  readonly ref: string | null;
  readonly failure: { readonly code: PaymentFailureCode; readonly message: string } | null;
  readonly raw: string;
};
