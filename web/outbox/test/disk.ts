import { IDBObjectStore } from 'fake-indexeddb';

const limited = new WeakMap<IDBDatabase, { readonly isFull: boolean }>();

/** A full disk refuses what makes the database larger. */
export function limitRoom(db: IDBDatabase, disk: { readonly isFull: boolean }): void {
  limited.set(db, disk);
}

for (const method of ['add', 'put'] as const) {
  const real = IDBObjectStore.prototype[method];
  IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...args: Parameters<typeof real>) {
    if (limited.get(this.transaction.db)?.isFull) throw new DOMException('Full.', 'QuotaExceededError');
    return real.apply(this, args);
  };
}
