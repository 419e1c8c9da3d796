import { CottontreeError, type CottontreeErrorFields } from './cottontree-error.ts';

export type ClientOptions = {
  /** Where the API stands, `/v1` included: `https://ship.example.sl/v1`. */
  readonly baseUrl: string;
  /** `sk_live_…` or `sk_test_…`; on a page only `pk_…`. Left out where a cookie of this server says who asks. */
  readonly apiKey?: string;
  /** Sent with each request, asked for anew each time: the merchant and mode that a signed-in person means. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly fetch?: typeof globalThis.fetch;
  /** How often a call is repeated after a lost connection, 429, 502, 503, 504 or IDEMPOTENCY_IN_PROGRESS; default 3. */
  readonly retries?: number;
  /** How long one attempt may take; default 35,000, more than the longest poll. */
  readonly timeoutMs?: number;
  /** Wait before the first retry, doubled for each further one up to 8 s and shortened by chance to as little as half; default 250. */
  readonly retryBaseMs?: number;
  /** The longest Retry-After that is waited for; beyond it the call fails at once. Default 60,000. */
  readonly retryAfterMaxMs?: number;
  /** How many answers with an ETag are kept, so that an unchanged one needs not be sent again; default 0. */
  readonly rememberedMax?: number;
  /** Waits; for tests. Rejects with the signal's reason when it aborts. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1; for tests. */
  readonly random?: () => number;
};

/** What becomes of a failure: the error to throw. */
type Failing = { readonly failure?: (fields: CottontreeErrorFields) => CottontreeError };

export type Settings = Required<ClientOptions & Failing>;

/** The options with their defaults. */
export function withDefaults(options: ClientOptions & Failing): Settings {
  return {
    // Called through globalThis: browsers refuse a fetch that lost its receiver.
    fetch: (...request) => globalThis.fetch(...request),
    retries: 3,
    timeoutMs: 35_000,
    retryBaseMs: 250,
    retryAfterMaxMs: 60_000,
    rememberedMax: 0,
    sleep,
    random: Math.random,
    apiKey: '',
    headers: () => ({}),
    failure: (fields) => new CottontreeError(fields),
    ...options,
    baseUrl: withoutLastSlashes(options.baseUrl),
  };
}

function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
