/**
 * Where objects are kept by names like `lineage/wal/…`. Every call fails with a `StorageTrouble` when the storage is
 * away, slow or talks nonsense, and can then be made again.
 */
export type ArchiveStorage = {
  /** Makes room for a lineage, where names alone do not. */
  readonly begin: (lineage: string) => Promise<void>;
  /** Writes an object that was not there, whole and lasting; `other` when one of that name with other bytes is there, which stays. */
  readonly put: (name: string, bytes: Buffer) => Promise<'put' | 'other'>;
  readonly get: (name: string) => Promise<Buffer>;
  /** All objects whose names begin so, by name; `after` leaves out those up to that name. */
  readonly list: (prefix: string, after?: string) => Promise<readonly StoredObject[]>;
  /** That it is not there is no error. */
  readonly remove: (name: string) => Promise<void>;
  readonly close: () => void;
};

export type StoredObject = { readonly name: string; readonly bytes: number };

/** The storage did not do what it was asked; its message says what it did instead. */
export class StorageTrouble extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageTrouble';
  }
}

/** The largest object that is written: a part of a base copy, sealed. */
export const OBJECT_BYTES_MAX = 16 * 1_048_576;
