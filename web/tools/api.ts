import { createClient, type ClientOptions } from '@cottontree/client';
import type { Clock } from './clock.ts';
import { hearServer } from './network.ts';

type ToolClientOptions = Pick<ClientOptions, 'headers'> & {
  readonly clock: Clock;
  /** The public key of the pairing, or the token of a session; asked for anew with each request. Null: nobody. */
  readonly token: () => string | null;
  readonly timeoutMs?: number;
  /** What a request passes on its way out; nothing, if left out. */
  readonly around?: (send: typeof fetch) => typeof fetch;
};

/** The API as a tool calls it: once and soon, for the outbox waits by itself; every answer sets the clock. */
export function toolClient({
  clock,
  token,
  headers = () => ({}),
  timeoutMs = 15_000,
  around,
}: ToolClientOptions) {
  const send: typeof fetch = async (input, init) => {
    const startedAt = performance.now();
    // A person who is signed in to the dashboard in this browser is nobody here.
    const answer = await fetch(input, { ...init, credentials: 'omit', cache: 'no-store' });
    if (answer.headers.has('x-request-id')) {
      clock.hear(answer.headers.get('date'), performance.now() - startedAt);
      hearServer();
    }
    return answer;
  };
  return createClient({
    baseUrl: `${location.origin}/v1`,
    retries: 0,
    timeoutMs,
    headers: () => {
      const held = token();
      return { ...headers(), ...(held === null ? {} : { authorization: `Bearer ${held}` }) };
    },
    fetch: around ? around(send) : send,
  });
}
