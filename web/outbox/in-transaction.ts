import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';

type Tx<Schema extends DBSchema | unknown> = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>;

/** The device has no room left: nothing of the act was kept, and nobody may be told that it was done. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** Work in one transaction, all or nothing; through once it is on the disk. */
export async function inTransaction<T, Schema extends DBSchema | unknown = unknown>(
  db: IDBPDatabase<Schema>,
  stores: readonly StoreNames<Schema>[],
  work: (tx: Tx<Schema>) => Promise<T>,
): Promise<T> {
  const tx = db.transaction([...stores], 'readwrite', { durability: 'strict' });
  // Told by what is awaited below; without this a fault in `work` would be told twice, the second time to nobody.
  tx.done.catch(() => undefined);
  try {
    const result = await work(tx);
    await tx.done;
    return result;
  } catch (error) {
    abort(tx);
    const cause: unknown = tx.error ?? error;
    if ((cause as { name?: unknown } | null)?.name === 'QuotaExceededError')
      throw new NoRoomError('This device has no room left. Nothing was kept.', { cause });
    throw error;
  }
}

function abort(tx: { readonly abort: () => void }): void {
  try {
    tx.abort();
  } catch {
    // It ended by itself.
  }
}
