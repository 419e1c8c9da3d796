import type { ListMeta } from '@cottontree/contract';

/** A success on its way out; the envelope is put around it by the door. */
export type Reply<T> = {
  readonly data: T;
  /** Other than the operation's own status. */
  readonly status?: number;
  readonly meta?: ListMeta;
  /** What tells this version of a single thing from another; the door makes it a weak ETag. */
  readonly version?: string;
  /** When it was given; now, if left out. */
  readonly at?: Date;
  /** The first answer again, to a repeated request. */
  readonly replayed?: true;
};

export function reply<T>(data: T, more: Omit<Reply<T>, 'data'> = {}): Reply<T> {
  return { data, ...more };
}
