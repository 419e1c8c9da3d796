import type { Answer, ListAnswer } from './calls.ts';
import { withDefaults, type ClientOptions } from './client-options.ts';
import { createSender } from './create-sender.ts';

/** An answer of whatever operation; lists have `meta`. */
export type RawAnswer = Answer<unknown> & Partial<Pick<ListAnswer<unknown>, 'meta'>>;

/** Calls by method and path below the base URL, for who learns only while running what is to be called. */
export function createRawClient(
  options: ClientOptions,
): (method: string, path: string, body?: unknown) => Promise<RawAnswer> {
  const send = createSender(withDefaults(options));
  return (method, path, body) =>
    send([method, path, method === 'POST' ? 1 : 0], body === undefined ? {} : { body });
}
