import type { Context } from '../../kernel/call/context.ts';
import type { Circuits } from './payments/circuits.ts';
import type { PaymentPort, SubjectOwner } from './payments/payment-port.ts';
import type { AccountCache } from './providers/account-cache.ts';
import type { Providers } from './providers/open-providers.ts';
import type { PaymentWatch } from './payments/watch-payments.ts';

/** What the operations and loops of payments share. */
export type Payments = Context & {
  /** What other modules use. */
  readonly port: PaymentPort;
  /** Who is told how a payment for something ended, by the kind of thing. */
  readonly owners: ReadonlyMap<string, SubjectOwner>;
  /** Through whom money can come in. */
  readonly providers: Providers;
  /** The merchants' accounts there, and what is built in. */
  readonly accounts: AccountCache;
  readonly circuits: Circuits;
  /** Tells of changes as they come. */
  readonly watch: PaymentWatch;
};
