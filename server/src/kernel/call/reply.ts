import type { BinaryForm, ListMeta } from '@cottontree/contract';
import type { EventFeed } from '../running/event-feed.ts';

/** A success on its way out; the envelope is put around it by the HTTP server. */
export type Reply<T> = {
  readonly data: T;
  /** Other than the operation's own status. */
  readonly status?: number;
  readonly meta?: ListMeta;
  /** What tells this version of a single thing from another; the HTTP server makes it a weak ETag. */
  readonly version?: string;
  /** The same answer whenever it changes, where a stream was asked for; null when nothing more will come. */
  readonly events?: EventFeed | null;
  /** What a browser calls the file, where the answer is one. */
  readonly fileName?: string;
  /** Sent instead of the data, where the operation can answer files. */
  readonly file?: BinaryForm & { readonly bytes: Uint8Array };
  /** The token of a person's new session, for the cookie; null: the cookie is taken back. */
  readonly cookie?: { readonly token: string; readonly maxAgeSeconds: number } | null;
  /** When it was given; now, if left out. */
  readonly at?: Date;
  /** The first answer again, to a repeated request. */
  readonly replayed?: true;
};

export function reply<T>(data: T, more: Omit<Reply<T>, 'data'> = {}): Reply<T> {
  return { data, ...more };
}

/** What many get alike. `isOther`: it turned out to be of another state than its name tells of, and is theirs alone who asked. */
export type Shared<T> = Pick<Reply<T>, 'data' | 'meta'> & { readonly isOther?: boolean };

/** A success that is the same for all who ask while it has this name: it is made, written and compressed once for all of them. */
export type SharedReply<T> = {
  readonly shared: { readonly name: string; readonly make: () => Promise<Shared<T>> };
};

export type AnyReply<T> = Reply<T> | SharedReply<T>;

/** `name`: all that tells it from any other answer of its operation, whoever asks. */
export function replyShared<T>(name: readonly unknown[], make: () => Promise<Shared<T>>): SharedReply<T> {
  return { shared: { name: JSON.stringify(name.map(String)), make } };
}

/** For one who wants it in another form than all. */
export async function madeAlone<T>(answered: AnyReply<T>): Promise<Reply<T>> {
  if (!('shared' in answered)) return answered;
  const { data, meta } = await answered.shared.make();
  return reply(data, meta === undefined ? {} : { meta });
}
