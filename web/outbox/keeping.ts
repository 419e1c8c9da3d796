import { TO_SEE, type Entry, type EntryOf, type EntryStatus, type Kinds } from './entry.ts';
import {
  beginWriting,
  changeAll,
  dropSettledBefore,
  firstOf,
  ofStatus,
  type OutboxDatabase,
} from './stores.ts';

/** What can be asked and decided about entries that are kept. */
export type Keeping<K extends Kinds> = {
  /** In order of what was done, by status. */
  readonly list: (...statuses: readonly EntryStatus[]) => Promise<readonly EntryOf<K>[]>;
  /** Refusals and conflicts that nobody has seen yet. */
  readonly listToSee: () => Promise<readonly EntryOf<K>[]>;
  /** Somebody saw what became of it. */
  readonly markSeen: (clientId: string) => Promise<void>;
  /** Sends a refused one again as it is: whoever manages the shop put right what was in its way. */
  readonly retry: (clientId: string) => Promise<void>;
  /** Everything that was acked in 30 days is sent again, in its order, for the server lost it. Answers how many. */
  readonly offerAgain: () => Promise<number>;
  /** Asks the server about what it acked last, and offers again where it does not know it; now and then it is asked anyhow. */
  readonly askForLost: () => Promise<number>;
};

type Options<K extends Kinds> = {
  readonly db: OutboxDatabase;
  readonly nowText: () => string;
  readonly probe: ((acked: readonly EntryOf<K>[]) => Promise<readonly string[]>) | undefined;
  readonly isWriter: () => boolean;
  readonly wrote: () => Promise<void>;
};

const KEPT_MS = 30 * 86_400_000;
/** Of what was acked last: a backup is from before it. */
const PROBED_COUNT = 20;

export function openKeeping<K extends Kinds>({
  db,
  nowText,
  probe,
  isWriter,
  wrote,
}: Options<K>): Keeping<K> {
  const change = async (clientId: string, make: (entry: Entry) => Entry | null): Promise<void> => {
    const tx = beginWriting(db);
    const store = tx.objectStore('outbox');
    const entry = await store.index('client_id').get(clientId);
    const changed = entry ? make(entry) : null;
    if (changed) await store.put(changed);
    await tx.done;
    await wrote();
  };
  const list = async (...statuses: readonly EntryStatus[]): Promise<readonly EntryOf<K>[]> => {
    const found = await Promise.all(statuses.map((status) => firstOf(db, status)));
    return found
      .flat()
      .sort((one, other) => one.seq - other.seq) as readonly Entry[] as readonly EntryOf<K>[];
  };
  const offerAgain = async (): Promise<number> => {
    const tx = beginWriting(db);
    const again = (entry: Entry): Entry => ({ ...entry, status: 'queued', settled_at: null });
    // What differed the server had, too.
    const count = (await changeAll(tx, 'acked', again)) + (await changeAll(tx, 'conflict', again));
    await tx.done;
    if (count > 0) await wrote();
    return count;
  };
  const askOnce = async (): Promise<number> => {
    if (!isWriter()) return 0;
    await dropSettledBefore(db, new Date(Date.parse(nowText()) - KEPT_MS).toISOString());
    if (!probe) return 0;
    const acked = await lastAcked(db);
    if (acked.length === 0) return 0;
    const lost = await probe(acked as readonly Entry[] as readonly EntryOf<K>[]);
    return lost.length > 0 ? offerAgain() : 0;
  };
  /** Whoever asks while somebody asks waits for the same answer, and for what it offers again. */
  let asking: Promise<number> | null = null;
  return {
    list,
    listToSee: async () => (await list(...TO_SEE)).filter(({ seen_at }) => seen_at === null),
    markSeen: (clientId) =>
      change(clientId, (entry) => (TO_SEE.has(entry.status) ? { ...entry, seen_at: nowText() } : null)),
    retry: (clientId) =>
      change(clientId, (entry) =>
        entry.status === 'rejected'
          ? { ...entry, status: 'queued', settled_at: null, seen_at: null, answer: null }
          : null,
      ),
    offerAgain,
    askForLost() {
      asking ??= askOnce().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}

async function lastAcked(db: OutboxDatabase): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  const index = db.transaction('outbox').store.index('status');
  for (const status of ['acked', 'conflict'] as const) {
    let count = 0;
    for (
      let cursor = await index.openCursor(ofStatus(status), 'prev');
      cursor && count < PROBED_COUNT;
      cursor = await cursor.continue()
    ) {
      found.push(cursor.value);
      count += 1;
    }
  }
  return found.sort((one, other) => other.seq - one.seq).slice(0, PROBED_COUNT);
}
