import type { Tenant } from '../kernel/call/tenant.ts';
import type { Statement } from './statement.ts';
import type { Shape, ValuesOf } from './types.ts';

/** Runs statements for the tenants it was made for. */
export type Runner = {
  run<P extends Shape, R extends Shape>(
    statement: Statement<P, R>,
    values: ValuesOf<P>,
  ): Promise<readonly ValuesOf<R>[]>;
};

/** A transaction under way: all of it commits or none. */
export type Tx = Runner & { readonly inTransaction: true };

/** PostgreSQL under the role that sees only the tenants named for each transaction. */
export type Store = {
  /** Each statement a transaction of its own, on a shared connection: for what answers at once. */
  of(...tenants: readonly Tenant[]): Runner;
  /** Each statement a transaction of its own, on a connection of its own: for what takes its time. */
  slow(tenant: Tenant): Runner;
  /**
   * For what only reads and decides nothing (lists, CSV, reports, search): from a replica, where there is one that has
   * replayed everything acknowledged by then, by any node; else as `slow`, and `point`, for what answers at once, as `of`.
   */
  reads(tenant: Tenant, kind?: 'point'): Runner;
  /** Several statements in one transaction; a refusal or a fault rolls all of them back. */
  transaction<T>(tenant: Tenant, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The service's own work across tenants: the sender, timers, key look-up, checks. */
  readonly system: Runner & {
    readonly slow: Runner;
    readonly reads: Runner;
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  };
  /** Calls back when any node announces on the channel; a hint, never the truth. */
  listen(channel: string, heard: (payload: string) => void): () => void;
  /** Announces on a channel outside any transaction, at most 20 times a second for one channel. */
  notify(channel: string, payload?: string): void;
  /** Whether the database answers now. */
  isReady(): Promise<boolean>;
};

/** Lets a transaction end normally although its work refused: what it wrote stays. */
export class CommitAndThrow extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('The transaction commits and its refusal is thrown after it.');
    this.refusal = refusal;
  }
}
