import type {
  AmountSource,
  Currency,
  Payment,
  PaymentChannel,
  PaymentSubjectKind,
  Refund,
} from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner, Tx } from '../../../store/index.ts';

/** What money is for: the module that owns it is told how it ended. */
export type PaymentSubject = { readonly kind: PaymentSubjectKind; readonly id: string };

export type WantedPayment = {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly channel: PaymentChannel;
  /** Null: the first of the merchant's that serves channel, currency and amount. */
  readonly provider: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly description: string | null;
  readonly reference: string | null;
  readonly customer: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
  readonly subject: PaymentSubject | null;
  readonly amountSource: AmountSource;
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly expiresAt: Date;
  readonly metadata: Readonly<Record<string, string>>;
};

/** Money that is there already, in cash or by another way: succeeded from the start. */
export type SettledPayment = Omit<WantedPayment, 'expiresAt' | 'returnUrl' | 'cancelUrl'> & {
  readonly id: string;
  readonly externalRef: string | null;
  readonly at: Date;
  /** Of cash: the session of the drawer that took it, if one did. */ readonly cashSessionId?: string | null;
};

/** How a payment ended. */
export type PaymentEnd = {
  readonly paymentId: string;
  readonly subject: PaymentSubject;
  readonly status: 'succeeded' | 'failed' | 'cancelled' | 'expired';
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The success came after the payment had ended otherwise. */
  readonly late: boolean;
  readonly at: Date;
};

/** `kept`: the money has its use. `refund`: it came too late or for nothing, and goes back to the payer by itself. */
export type SubjectVerdict = 'kept' | 'refund';

/**
 * The owner of a kind of subject. It is told of each end at least once, soon after the commit, and must
 * hold repeated and late news apart by a row of its own, unique for the payment, in its own transaction.
 */
export type SubjectOwner = {
  readonly kind: PaymentSubjectKind;
  readonly ended: (tenant: Tenant, end: PaymentEnd) => Promise<SubjectVerdict>;
  /** Whether POST /payments may ask for money for it, by the rules of its own page; throws the refusal, writes through `runner` what it keeps of the payment, and answers what the payment takes from it. Without it that operation refuses the subject. */
  readonly admit?: (runner: Runner, tenant: Tenant, wanted: AdmittedPayment) => Promise<SubjectTerms>;
  /**
   * What of a payment that succeeded its subject counts on; POST /payments/:id/refunds leaves that alone, so that no
   * figure of the subject is left behind. It never rises, but for a payment that is not decided yet, which is counted
   * whole, and falls no earlier than the payment itself knows of the money that goes back. Without it nothing is counted.
   */
  readonly counted?: (runner: Runner, tenant: Tenant, paid: PaidSubject) => Promise<CountedMoney>;
};

export type PaidSubject = {
  readonly subjectId: string;
  readonly paymentId: string;
  readonly amountMinor: bigint;
};

/** `sentBackBy`: the operation that sends it back and tells its subject. */
export type CountedMoney = { readonly amountMinor: bigint; readonly sentBackBy: string };

export type AdmittedPayment = Pick<
  WantedPayment,
  'amountMinor' | 'currency' | 'channel' | 'description' | 'customer' | 'returnUrl' | 'metadata'
> & {
  readonly paymentId: string;
  readonly subjectId: string;
  /** What the payer answered to questions of the subject. */
  readonly answers: { readonly note?: string; readonly customFields?: Readonly<Record<string, string>> };
  readonly at: Date;
};

/** What a payment is and remembers by its subject's word, whatever the request says. */
export type SubjectTerms = Partial<Pick<WantedPayment, 'description' | 'returnUrl' | 'metadata'>>;

/** Money that is to go back. */
export type BegunRefund = {
  /** `re_…`, made beforehand. */
  readonly id: string;
  readonly paymentId: string;
  readonly amountMinor: bigint;
  /** It is handed back in cash, however it was paid. */
  readonly inCash: boolean;
  /** Of cash: the session of the drawer that it comes out of, if it does. */
  readonly cashSessionId?: string | null;
  readonly reason: string | null;
  readonly at: Date;
};

/** Writes what money changes, and answers with the money that came of it: `paymentsMax` at the most. */
export type SettlingWork<T> = {
  readonly paymentsMax: number;
  readonly write: () => Promise<{ readonly result: T; readonly payments: readonly SettledPayment[] }>;
};

/** What the modules that sell something need of payments. */
export type PaymentPort = {
  /** The module that owns what is paid for registers itself, once, while the modules are opened. */
  readonly register: (owner: SubjectOwner) => void;
  /** Whether anybody takes payments from whoever pays on a page. */
  readonly areTaken: (tenant: Tenant, currency: Currency) => Promise<boolean>;
  /** Writes the payment, then asks the provider, and answers with how it stands then. `id` made beforehand (`pay_`), so that a repeated call finds the first. */
  readonly start: (
    tenant: Tenant,
    wanted: WantedPayment & { readonly id: string; readonly now: Date },
  ) => Promise<Payment>;
  readonly find: (tenant: Tenant, paymentId: string) => Promise<Payment | null>;
  /** Payments as they stand, in no order. */
  readonly findAll: (tenant: Tenant, ids: readonly string[]) => Promise<readonly Payment[]>;
  /** Whose phone a payment is asked of, which is shown to nobody; null: of none. */
  readonly payerPhone: (tenant: Tenant, paymentId: string) => Promise<string | null>;
  /** Ends an open payment because its subject is gone. One that cannot be cancelled any more is told as it stands. */
  readonly cancel: (tenant: Tenant, paymentId: string, at: Date) => Promise<Payment | null>;
  /** Writes money that is there already, its ledger entries and its messages, within the caller's own transaction; it is told before what the caller writes of it. */
  readonly settleAtOnce: <T>(tx: Tx, tenant: Tenant, settling: SettlingWork<T>) => Promise<T>;
  /** Sends money back; `key` makes a repeated call find the first refund. REFUND_EXCEEDS_PAYMENT where it is more than is left. */
  readonly refund: (
    tenant: Tenant,
    wanted: {
      readonly paymentId: string;
      readonly amountMinor: bigint;
      readonly reason: string | null;
      readonly key: string;
    },
  ) => Promise<Refund>;
  /** Sends back what is left of a payment, `amountMinor` at the most; `key` as of `refund`. Where its provider sends none back, the payment is held for a person. */
  readonly sendBack: (
    tenant: Tenant,
    back: {
      readonly paymentId: string;
      readonly amountMinor: bigint;
      readonly reason: string;
      readonly key: string;
      readonly at: Date;
    },
  ) => Promise<void>;
  /** Writes refunds with their holds within the caller's own transaction: done where money is handed back, else pending. Once that is committed, `pursueRefund` asks for those; nobody asked, they are asked for by themselves soon. Refusals as of `refund`. */
  readonly beginRefunds: (
    tx: Runner,
    tenant: Tenant,
    refunds: readonly BegunRefund[],
  ) => Promise<readonly Refund[]>;
  /** Asks the provider about a refund that is not over, and answers with how it stands then. */
  readonly pursueRefund: (tenant: Tenant, id: string) => Promise<Refund>;
  /** Refunds as they stand, in no order. */
  readonly findRefunds: (tenant: Tenant, ids: readonly string[]) => Promise<readonly Refund[]>;
};
