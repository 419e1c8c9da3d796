import type { Tenant } from '../kernel/call/tenant.ts';
import type { Json, Tx } from '../store/index.ts';

/** A fact on its way out of the outbox, for the first time. */
export type TakenFact = {
  readonly tenant: Tenant;
  readonly kind: string;
  readonly entity: string;
  readonly facts: { readonly [field: string]: Json | undefined };
  readonly createdAt: Date;
};

/** Makes something of facts beside their messages, in the transaction that takes them: each fact comes once, and a failure leaves all of them in the outbox. */
export type Planner = (tx: Tx, facts: readonly TakenFact[]) => Promise<void>;
