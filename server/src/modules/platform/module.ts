import type { Context } from '../../kernel/call/context.ts';
import type { Accounts } from '../accounts/index.ts';

/** What the operations of the platform's operators share. */
export type Platform = Context & {
  readonly accounts: Accounts;
  /** Of this program. */
  readonly version: string;
  /** Where the embedded database lies; null: it is on another machine. */
  readonly dataDir: string | null;
};
