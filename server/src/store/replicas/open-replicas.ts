import type { ClientConfig } from 'pg';
import type { Figure } from '../../kernel/running/figure.ts';
import type { SessionSettings } from '../point-query.ts';
import type { Runner } from '../store.ts';
import { LostConnection, NoneFree, Overloaded, sqlStateOf, Unreachable } from '../trouble.ts';
import { sharedPosition } from './primary-position.queries.ts';
import { Replica, type Mark } from './replica.ts';
import { NotFit } from './standing.ts';

export type ReplicaConnection = { readonly name: string; readonly connection: ClientConfig };

export type ReplicasOptions = {
  readonly replicas: readonly ReplicaConnection[];
  /** The primary, for statements that answer at once. */
  readonly primary: Runner;
  /** Whether statements are prepared by name. */
  readonly prepared: boolean;
  readonly monotonicMs: () => number;
  readonly onTrouble: (error: unknown) => void;
  readonly onNews?: (sentence: string) => void;
};

export type Replicas = AsyncDisposable & {
  /** Reads on a replica that has replayed all that was acknowledged before; whatever goes wrong there is asked of the primary. */
  readonly reader: (settings: Omit<SessionSettings, 'lockTimeoutMs'>, primary: Runner) => Runner;
  readonly figures: () => readonly Figure[];
};

/** Why a read went to the primary although there are replicas. */
type Fallback = 'left_out' | 'behind' | 'unfit' | 'conflict' | 'lost' | 'busy' | 'refused';

/** After which a replica is looked at before anybody reads there again. */
const DOUBTFUL: ReadonlySet<Fallback> = new Set<Fallback>(['lost', 'unfit', 'behind']);
const LOOK_EVERY_MS = 200;
const MARKS_MAX = 20;
/** A lock that a replica replays, such as a migration's, is not waited for. */
const LOCK_MS = 100;

/** Opens the replicas; each is looked at all the time, and left out and taken in again by itself. */
export function openReplicas(options: ReplicasOptions): Replicas {
  const { prepared, monotonicMs, onTrouble, onNews = () => undefined } = options;
  const position = sharedPosition(options.primary);
  const replicas = options.replicas.map(
    (one) => new Replica({ ...one, prepared, monotonicMs, onTrouble, onNews }),
  );
  const fallbacks = new Map<Fallback, number>();
  let marks: readonly Mark[] = [];
  let marking = false;

  async function mark(): Promise<void> {
    if (marking) return;
    marking = true;
    const atMs = monotonicMs();
    try {
      const found = { ...(await position()), atMs };
      const same = marks.filter(
        ({ timeline, system }) => timeline === found.timeline && system === found.system,
      );
      marks = [...same, found].slice(-MARKS_MAX);
    } catch {
      // Who reads meets the same, and is told; what replicas have can be judged by the last that is known.
    } finally {
      marking = false;
    }
  }

  const look = (): void => replicas.forEach((replica) => void replica.look(marks));
  const timer =
    replicas.length > 0 &&
    setInterval(() => {
      void mark();
      look();
    }, LOOK_EVERY_MS);
  if (timer) {
    timer.unref();
    void mark().then(look);
  }

  function reader(input: Omit<SessionSettings, 'lockTimeoutMs'>, primary: Runner): Runner {
    if (replicas.length === 0) return primary;
    const settings = { ...input, lockTimeoutMs: LOCK_MS };
    return {
      async run(statement, values) {
        const replica = leastLoaded(replicas);
        const reached = replica && (await position().catch(() => null));
        let reason: Fallback = 'left_out';
        if (replica && reached) {
          try {
            return await replica.read({ settings, position: reached, statement, values });
          } catch (error) {
            reason = reasonOf(error);
            if (DOUBTFUL.has(reason)) replica.doubt(`failed a read (${wordsOf(error)})`);
          }
        }
        fallbacks.set(reason, (fallbacks.get(reason) ?? 0) + 1);
        return primary.run(statement, values);
      },
    };
  }

  return {
    reader,
    figures: () => figuresOf(replicas, fallbacks),
    async [Symbol.asyncDispose]() {
      if (timer) clearInterval(timer);
      await Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]()));
    },
  };
}

function leastLoaded(replicas: readonly Replica[]): Replica | null {
  const up = replicas.filter(({ isUp }) => isUp);
  const least = Math.min(...up.map(({ load }) => load));
  const equal = up.filter(({ load }) => load === least);
  // Of those that have as little to do, the one that has read least.
  return equal.reduce<Replica | null>((best, one) => (best && best.reads <= one.reads ? best : one), null);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reasonOf(error: unknown): Fallback {
  if (error instanceof NotFit) return error.reason === 'behind' ? 'behind' : 'unfit';
  if (error instanceof Overloaded || error instanceof NoneFree) return 'busy';
  if (error instanceof LostConnection || error instanceof Unreachable) return 'lost';
  return sqlStateOf(error) === '40001' ? 'conflict' : 'refused';
}

function figuresOf(
  replicas: readonly Replica[],
  fallbacks: ReadonlyMap<Fallback, number>,
): readonly Figure[] {
  const of = (read: (replica: Replica) => number | null) =>
    replicas.flatMap((replica) => {
      const value = read(replica);
      return value === null ? [] : [{ labels: { replica: replica.name }, value }];
    });
  return [
    {
      name: 'cottontree_replica_up',
      type: 'gauge',
      help: 'Whether this node reads from the replica now.',
      values: of(({ isUp }) => Number(isUp)),
    },
    {
      name: 'cottontree_replica_lag_bytes',
      type: 'gauge',
      help: "How much of the primary's log the replica had not replayed when it was last seen.",
      values: of(({ lagBytes }) => (lagBytes === null ? null : Number(lagBytes))),
    },
    {
      name: 'cottontree_replica_reads_total',
      type: 'counter',
      help: 'Reads that the replica answered.',
      values: of(({ reads }) => reads),
    },
    {
      name: 'cottontree_replica_fallbacks_total',
      type: 'counter',
      help: 'Reads that the primary answered although there are replicas, by reason.',
      values: [...fallbacks].map(([reason, value]) => ({ labels: { reason }, value })),
    },
  ];
}
