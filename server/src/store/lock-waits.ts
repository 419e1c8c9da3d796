import type { Tx } from './store.ts';
import { isLockTimeout, isRowLockTimeout } from './trouble.ts';

/** Which statements met a lock a moment ago, so that the next of them wait for it apart from everybody else. */
export type LockWaits = {
  readonly meets: (name: string) => boolean;
  /** Takes what it failed with; only a lock on a whole table is in the way of the next one too. */
  readonly failed: (name: string, error: unknown) => void;
  readonly passed: (name: string) => void;
};

/** Thrown into a transaction that is about to wait, so that it begins anew where it may wait. */
export class MeetsLock extends Error {
  constructor(name: string) {
    super(`${name} met a lock a moment ago.`);
    this.name = 'MeetsLock';
  }
}

/** Longer than one wait, so that while it lasts nobody tries out whether it is over but those who wait. */
const REMEMBERED_MS = 3_000;

export function openLockWaits(monotonicMs: () => number): LockWaits {
  const metMs = new Map<string, number>();
  return {
    meets(name) {
      const since = metMs.get(name);
      return since !== undefined && monotonicMs() - since < REMEMBERED_MS;
    },
    failed(name, error) {
      if (isLockTimeout(error) && !isRowLockTimeout(error)) metMs.set(name, monotonicMs());
    },
    passed(name) {
      metMs.delete(name);
    },
  };
}

/** The transaction, leaving at the first statement that would wait; `onError` hears what each failed with. */
export function leavingBeforeLocks(tx: Tx, waits: LockWaits, onError: (error: unknown) => void): Tx {
  return {
    inTransaction: true,
    async run(text, values) {
      try {
        if (waits.meets(text.name)) throw new MeetsLock(text.name);
        return await tx.run(text, values);
      } catch (error) {
        waits.failed(text.name, error);
        onError(error);
        throw error;
      }
    },
  };
}

/** The transaction, noting which of its statements had to wait too long and which no longer. */
export function notingLocks(tx: Tx, waits: LockWaits): Tx {
  return {
    inTransaction: true,
    async run(text, values) {
      try {
        const rows = await tx.run(text, values);
        waits.passed(text.name);
        return rows;
      } catch (error) {
        waits.failed(text.name, error);
        throw error;
      }
    },
  };
}
