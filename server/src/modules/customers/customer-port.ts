import type { Call } from '../../kernel/call/call.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';

/** What a sale or an invoice copies of a customer; `id` is null where there is none behind it. */
export type CustomerCopy = {
  readonly id: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly address: string | null;
  readonly tax_id: string | null;
};

/** How a request names a customer: by id, or by what is known of somebody. */
export type NamedCustomer = {
  readonly customer_id?: string | null;
  readonly customer?: {
    readonly name?: string | null;
    readonly phone?: string | null;
    readonly email?: string | null;
    readonly address?: string | null;
    readonly tax_id?: string | null;
  } | null;
};

/** What another module does so that its documents forget a customer. */
export type Eraser = {
  /** The kind of document, for the log and so that none registers twice. */
  readonly kind: string;
  /** Makes every copy of the customer in the module's rows anonymous, and says in which documents. Part of the transaction that erases the customer. */
  readonly erase: (tx: Runner, tenant: Tenant, erased: ErasedCustomer) => Promise<readonly ErasedDocument[]>;
};

/** What the customer was reached by; null where there was none, or it is forgotten already. */
export type ErasedPerson = {
  /** E.164. */ readonly phone: string | null;
  readonly email: string | null;
};

export type ErasedCustomer = ErasedPerson & { readonly customerId: string; readonly at: Date };

/** `number`: what messages about it are filed under; null where it has none yet. */
export type ErasedDocument = { readonly id: string; readonly number: string | null };

/** Whom all modules forgot, and in which of their documents. */
export type ErasedEverywhere = ErasedPerson & { readonly documents: readonly ErasedDocument[] };

/** What a module does that keeps something beside others' documents: payments for them, messages about them. Part of the same transaction. */
export type Follower = (tx: Runner, tenant: Tenant, erased: ErasedEverywhere) => Promise<void>;

/** What other modules use of customers. */
export type CustomerPort = {
  /** Called while the modules are opened. */
  readonly registerEraser: (eraser: Eraser) => void;
  /** Called while the modules are opened. */
  readonly registerFollower: (follower: Follower) => void;
  /** CUSTOMER_NOT_FOUND. Where `runner` is a transaction, nobody erases the customer before it ends, so that no copy is forgotten to be forgotten. */
  readonly find: (runner: Runner, tenant: Tenant, id: string) => Promise<CustomerCopy>;
  /** Nobody erases the customer, who may be deleted, before the transaction ends: what a document says of them is read after this to be copied. */
  readonly hold: (tx: Runner, tenant: Tenant, id: string) => Promise<void>;
  /**
   * Whom a document is for. An id names one of the merchant's customers; a phone number finds the customer who has it, or
   * adds one; somebody without a phone number is only copied. What the document says goes before what is known. Null
   * where nobody is named. CUSTOMER_NOT_FOUND, INVALID_PHONE, VALIDATION_ERROR.
   */
  readonly ensure: (runner: Runner, call: Call, named: NamedCustomer) => Promise<CustomerCopy | null>;
};
