import type { ListMeta } from '@cottontree/contract';

/** A success on its way out; the envelope is put around it by the door. */
export type Reply<T> = {
  readonly data: T;
  /** Other than the operation's own status. */
  readonly status?: number;
  readonly meta?: ListMeta;
  /** What tells this version of a single thing from another; the door makes it a weak ETag. */
  readonly version?: string;
  /** The first answer to a repeated request, with the time it was given. */
  readonly replayedFrom?: Date;
};

export function reply<T>(data: T, more: Omit<Reply<T>, 'data'> = {}): Reply<T> {
  return { data, ...more };
}
