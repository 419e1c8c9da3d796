import type { FiscalSigner } from './fiscal/fiscal-signer.ts';
import type { Sell } from './selling.ts';

/** What the operations of sales share. */
export type Sales = {
  /** The only way to a sale's status. */
  readonly sell: Sell;
  readonly signer: FiscalSigner;
  /** Whether receipts are signed in this mode. */
  readonly signs: FiscalSigner['signs'];
};
