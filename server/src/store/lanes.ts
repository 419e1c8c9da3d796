import { chooseLink, STALLED_MS } from './choose-link.ts';
import type { Link } from './link.ts';
import type { SessionSettings } from './point-query.ts';
import type { TransactionPool } from './pool.ts';
import { orderedValues } from './statement.ts';
import type { Runner, Tx } from './store.ts';
import { isLockTimeout, isRowLockTimeout, isUnprepared } from './trouble.ts';
import type { ValuesOf } from './types.ts';

type LanesOptions = {
  readonly pool: TransactionPool;
  /** Connections of its own for what has to wait for a lock. */
  readonly waitingRoom: TransactionPool;
  readonly monotonicMs: () => number;
};

/** What a transaction may see and how long a statement of it may take. */
export type LaneSettings = Omit<SessionSettings, 'lockTimeoutMs'>;

/** Which connection a statement takes, so that whoever waits for a lock holds up nobody who does not need what is locked. */
type Lanes = {
  /** Each statement a transaction of its own, on one of the shared connections while one of them answers. */
  readonly shared: (links: readonly Link[], input: LaneSettings) => Runner;
  /** Each statement a transaction of its own, on a connection of its own. */
  readonly single: (input: LaneSettings) => Runner;
  readonly transaction: <T>(input: LaneSettings, work: (tx: Tx) => Promise<T>) => Promise<T>;
};

type SendAlone = Runner['run'];

/** On a shared connection everybody behind waits as well, so it is left soon; a row that another commit holds is free by then. */
const SHARED_LOCK_MS = 50;
/** A connection of the pool is missed by those who want one. */
const POOL_LOCK_MS = 100;
const WAITING_LOCK_MS = 2_000;

export function openLanes({ pool, waitingRoom, monotonicMs }: LanesOptions): Lanes {
  const waits = openLockWaits(monotonicMs);

  function patiently<T>(input: LaneSettings, work: (tx: Tx) => Promise<T>): Promise<T> {
    return waitingRoom.transaction({ ...input, lockTimeoutMs: WAITING_LOCK_MS }, (tx) =>
      work(notingLocks(tx, waits)),
    );
  }

  async function transaction<T>(input: LaneSettings, work: (tx: Tx) => Promise<T>): Promise<T> {
    let gaveUp = false;
    const noting = (error: unknown): void => {
      gaveUp ||= isLockTimeout(error) || error instanceof MeetsLock;
    };
    try {
      return await pool.transaction({ ...input, lockTimeoutMs: POOL_LOCK_MS }, (tx) =>
        work(leavingBeforeLocks(tx, waits, noting)),
      );
    } catch (error) {
      // What it says of a lock that it did not wait for is not the last word, whatever the work made of it.
      if (!gaveUp) throw error;
    }
    return patiently(input, work);
  }

  /** A statement by itself, sent as `send` does, or where it may wait for a lock that it met. */
  function alone(input: LaneSettings, send: SendAlone): Runner {
    return {
      async run(text, values) {
        if (waits.meets(text.name)) return patiently(input, (tx) => tx.run(text, values));
        try {
          return await send(text, values);
        } catch (error) {
          if (isLockTimeout(error)) waits.failed(text.name, error);
          else if (!isUnprepared(error)) throw error;
        }
        return patiently(input, (tx) => tx.run(text, values));
      },
    };
  }

  function shared(links: readonly Link[], input: LaneSettings): Runner {
    const settings: SessionSettings = { ...input, lockTimeoutMs: SHARED_LOCK_MS };
    return alone(input, async (text, values) => {
      const link = chooseLink(links);
      if (link.ageMs > STALLED_MS && pool.hasSpare) return transaction(input, (tx) => tx.run(text, values));
      const rows = await link.run(text, orderedValues(text, values), settings);
      return rows as unknown as readonly ValuesOf<typeof text.row>[];
    });
  }

  function single(input: LaneSettings): Runner {
    const settings: SessionSettings = { ...input, lockTimeoutMs: POOL_LOCK_MS };
    return alone(input, (text, values) => pool.single(settings, text, values));
  }

  return { shared, single, transaction };
}

/** Which statements met a lock a moment ago, so that the next of them wait for it apart from everybody else. */
type LockWaits = {
  readonly meets: (name: string) => boolean;
  /** Takes what it failed with; only a lock on a whole table is in the way of the next one too. */
  readonly failed: (name: string, error: unknown) => void;
  readonly passed: (name: string) => void;
};

/** Thrown into a transaction that is about to wait, so that it begins anew where it may wait. */
class MeetsLock extends Error {
  constructor(name: string) {
    super(`${name} met a lock a moment ago.`);
    this.name = 'MeetsLock';
  }
}

/** Longer than one wait, so that while it lasts nobody tries out whether it is over but those who wait. */
const REMEMBERED_MS = 3_000;

function openLockWaits(monotonicMs: () => number): LockWaits {
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
function leavingBeforeLocks(tx: Tx, waits: LockWaits, onError: (error: unknown) => void): Tx {
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
function notingLocks(tx: Tx, waits: LockWaits): Tx {
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
