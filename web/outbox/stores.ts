import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { TO_SEE, UNSENT, type Entry, type EntryStatus } from './entry.ts';

type Meta = { readonly seq: number; readonly last_ms: number };

/** What the outbox keeps in a tool's database: its rows are written in the same transaction as the tool's own. */
export type OutboxSchema = DBSchema & {
  outbox: {
    key: number;
    value: Entry;
    indexes: { client_id: string; status: [EntryStatus, number]; settled: string };
  };
  outbox_meta: { key: 'head'; value: Meta };
};

export const OUTBOX_STORES = ['outbox', 'outbox_meta'] as const;
export type OutboxDatabase = IDBPDatabase<OutboxSchema>;
export type OutboxTx = IDBPTransaction<OutboxSchema, typeof OUTBOX_STORES, 'readwrite'>;

/** In the `upgrade` of a tool's database, in the version that brings the outbox. */
export function addOutboxStores(db: IDBDatabase): void {
  const outbox = db.createObjectStore('outbox', { keyPath: 'seq' });
  outbox.createIndex('client_id', 'client_id', { unique: true });
  outbox.createIndex('status', ['status', 'seq']);
  outbox.createIndex('settled', 'settled_at');
  db.createObjectStore('outbox_meta');
}

/** All of one status, in order. */
export function ofStatus(status: EntryStatus): IDBKeyRange {
  return IDBKeyRange.bound([status, 0], [status, Number.MAX_SAFE_INTEGER]);
}

/** What strict means: an act is on the disk when it is confirmed, and not only on its way there. */
export function beginWriting(db: OutboxDatabase): OutboxTx {
  return db.transaction(OUTBOX_STORES, 'readwrite', { durability: 'strict' });
}

export async function readHead(tx: OutboxTx): Promise<Meta> {
  return (await tx.objectStore('outbox_meta').get('head')) ?? { seq: 0, last_ms: 0 };
}

/** Of one status, the first in order. */
export async function firstOf(
  db: OutboxDatabase,
  status: EntryStatus,
  countMax?: number,
): Promise<readonly Entry[]> {
  return db.getAllFromIndex('outbox', 'status', ofStatus(status), countMax);
}

/** What is to be sent, in order. Whoever was sending what is marked so is gone, for one alone sends. */
export async function firstUnsent(db: OutboxDatabase, countMax?: number): Promise<readonly Entry[]> {
  const found = await Promise.all([...UNSENT].map((status) => firstOf(db, status, countMax)));
  return found
    .flat()
    .sort((one, other) => one.seq - other.seq)
    .slice(0, countMax);
}

export type Counts = { readonly unsent: number; readonly toSee: number };

export async function countEntries(db: OutboxDatabase): Promise<Counts> {
  const tx = db.transaction('outbox');
  const byStatus = tx.store.index('status');
  const [queued, sending, ...toSee] = await Promise.all([
    byStatus.count(ofStatus('queued')),
    byStatus.count(ofStatus('sending')),
    ...[...TO_SEE].map((status) => byStatus.getAll(ofStatus(status))),
  ]);
  return {
    unsent: queued + sending,
    toSee: toSee.flat().filter(({ seen_at }) => seen_at === null).length,
  };
}

/** How much of what a tool keeps the server has not got, without beginning to send it. */
export async function countUnsent<DB extends OutboxSchema>(db: IDBPDatabase<DB>): Promise<number> {
  return (await countEntries(db as unknown as OutboxDatabase)).unsent;
}

/** Puts every entry of a status into what `change` makes of it; null leaves it. */
export async function changeAll(
  tx: OutboxTx,
  status: EntryStatus,
  change: (entry: Entry) => Entry | null,
): Promise<number> {
  const store = tx.objectStore('outbox');
  let count = 0;
  for (const entry of await store.index('status').getAll(ofStatus(status))) {
    const changed = change(entry);
    if (changed === null) continue;
    await store.put(changed);
    count += 1;
  }
  return count;
}

/** Somebody leaves this device: `stores` of the tool are emptied, and of the outbox stays what is unsent, and what nobody has seen of what the server said. */
export async function forgetAllButUnsent<DB extends OutboxSchema>(
  db: IDBPDatabase<DB>,
  stores: readonly StoreNames<DB>[],
): Promise<void> {
  const tx = (db as unknown as IDBPDatabase).transaction([...stores.map(String), 'outbox'], 'readwrite', {
    durability: 'strict',
  });
  for (const name of stores) void tx.objectStore(String(name)).clear();
  const outbox = tx.objectStore('outbox');
  for (const { seq, status, seen_at } of (await outbox.getAll()) as readonly Entry[]) {
    const isWaitedFor = UNSENT.has(status) || (TO_SEE.has(status) && seen_at === null);
    if (!isWaitedFor) void outbox.delete(seq);
  }
  await tx.done;
}

/** What was settled before a time and seen where it had to be is no longer needed. */
export async function dropSettledBefore(db: OutboxDatabase, before: string): Promise<void> {
  const tx = beginWriting(db);
  const range = IDBKeyRange.upperBound(before, true);
  for (const entry of await tx.objectStore('outbox').index('settled').getAll(range))
    if (!TO_SEE.has(entry.status) || (entry.seen_at !== null && entry.seen_at < before))
      await tx.objectStore('outbox').delete(entry.seq);
  await tx.done;
}
