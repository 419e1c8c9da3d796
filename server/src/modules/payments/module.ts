import type { Context } from '../../kernel/call/context.ts';
import type { Circuits } from './payments/circuits.ts';
import type { PaymentDesk, SubjectOwner } from './payments/payment-desk.ts';
import type { AccountBook } from './providers/account-book.ts';
import type { Providers } from './providers/open-providers.ts';
import type { PaymentWatch } from './payments/watch-payments.ts';

/** What the operations and loops of payments share. */
export type Payments = Context & {
  /** What other rooms use. */
  readonly desk: PaymentDesk;
  /** Who is told how a payment for something ended, by the kind of thing. */
  readonly owners: ReadonlyMap<string, SubjectOwner>;
  /** Through whom money can come in. */
  readonly providers: Providers;
  /** The merchants' accounts there, and what is built in. */
  readonly accounts: AccountBook;
  readonly circuits: Circuits;
  /** Tells of changes as they come. */
  readonly watch: PaymentWatch;
};
