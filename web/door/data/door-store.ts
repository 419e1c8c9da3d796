import type { BatchedScan, OfflineResult, ScanRefusal } from '@cottontree/contract';
import { unwrap, type IDBPDatabase } from 'idb';
import { addOutboxStores, forgetAllButUnsent, type OutboxSchema } from '../../outbox/stores.ts';
import { openKept } from '../../tools/open-kept.ts';
import type { KeptHead } from '../manifest/book.ts';
import type { TicketRecord } from '../manifest/records.ts';

/** One person at this door, or one refusal. */
export type DoorScan = {
  /** UUID by which the server knows it. */
  readonly nonce: string;
  /** Of the ticket, as the manifest names it; null: it was none of the event. */
  readonly hash: string | null;
  readonly result: OfflineResult;
  readonly refusal: ScanRefusal | null;
  readonly name: string | null;
  readonly typeName: string | null;
  /** By the clock that the server puts right. */
  readonly atMs: number;
  readonly gate: string | null;
  /** `scn_…`; null: the server has not answered for it. */
  readonly scanId: string | null;
  /** Since when the server is known to have it; null: not yet. */
  readonly answeredAtMs: number | null;
  readonly isOffline: boolean;
  readonly isForced: boolean;
  readonly isUndone: boolean;
  /** By the same clock as `atMs`; null: it was never taken back. */
  readonly undoneAtMs: number | null;
};

/** A question that was sent and not answered: the same ticket asks again under the same nonce. */
export type OpenQuestion = { readonly nonce: string; readonly atMs: number };

/** Kept by name. */
type Notes = {
  readonly head: KeptHead;
  /** Where this phone stands, of several gates. */ readonly gate: string | null;
  /** As which devices this phone was paired for the event, one after the other. */
  readonly pairedAs: readonly string[];
  /** When the server could be asked no more, by the clock that it puts right. */
  readonly offlineSinceMs: number;
};

export interface DoorSchema extends OutboxSchema {
  readonly notes: { readonly key: string; readonly value: Notes[keyof Notes] };
  readonly tickets: { readonly key: string; readonly value: TicketRecord };
  readonly scans: { readonly key: string; readonly value: DoorScan };
  readonly asked: { readonly key: string; readonly value: OpenQuestion };
}

/** What a door hands in: what it did without the server. */
export type DoorKinds = { readonly scan: BatchedScan };
export type DoorDatabase = IDBPDatabase<DoorSchema>;

/** All that this phone keeps of one event; another pairing for it finds what is unsent. */
export function openDoorDatabase(eventId: string): Promise<DoorDatabase> {
  return openKept<DoorSchema>({
    name: `cottontree-door-${eventId}`,
    version: 1,
    upgrade(db, from) {
      if (from > 0) return;
      addOutboxStores(unwrap(db));
      db.createObjectStore('notes');
      db.createObjectStore('asked');
      db.createObjectStore('tickets', { keyPath: 'hash' });
      db.createObjectStore('scans', { keyPath: 'nonce' });
    },
  });
}

/** This phone stands at the event no more. */
export function forgetEvent(db: DoorDatabase): Promise<void> {
  return forgetAllButUnsent(db, ['notes', 'tickets', 'scans', 'asked']);
}

export async function readNote<K extends keyof Notes>(
  db: DoorDatabase,
  name: K,
): Promise<Notes[K] | undefined> {
  return (await db.get('notes', name)) as Notes[K] | undefined;
}

export async function writeNote<K extends keyof Notes>(
  db: DoorDatabase,
  name: K,
  value: Notes[K],
): Promise<void> {
  await db.put('notes', value, name);
}

/** A manifest's records and its head are kept together: a phone that is switched off in between knows where to go on. */
export async function keepRecords(db: DoorDatabase, { head, records, isFull }: KeptRecords): Promise<void> {
  const tx = db.transaction(['tickets', 'notes'], 'readwrite');
  const tickets = tx.objectStore('tickets');
  if (isFull) await tickets.clear();
  for (const record of records) void tickets.put(record);
  await tx.objectStore('notes').put(head, 'head');
  await tx.done;
}

type KeptRecords = {
  readonly head: KeptHead;
  readonly records: readonly TicketRecord[];
  readonly isFull: boolean;
};
