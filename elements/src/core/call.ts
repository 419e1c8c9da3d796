import { firstOf } from './first-of.ts';
import { toJson } from './json.ts';

/** Why a widget could not do something: a code of the API or one of its own, and a sentence for people. */
export class WidgetError extends Error {
  override readonly name = 'WidgetError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The server, as a page with a public key calls it. */
export type Server = {
  /** `https://pay.example.sl` */
  readonly origin: string;
  readonly key: string;
};

export type Asked = {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Of one payment or order. */
  readonly clientSecret?: string;
  /** The same for every try of one act. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

const TIMEOUT_MS = 40_000;

/** Calls the API and answers `data`. Throws WidgetError: the API's code, or NETWORK_ERROR. */
export async function call<Data>({ origin, key }: Server, asked: Asked): Promise<Data> {
  const { method = 'GET', path, body, clientSecret, idempotencyKey, signal } = asked;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(`${origin}/v1${path}`, {
    method,
    credentials: 'omit',
    headers: {
      'x-api-key': key,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(clientSecret === undefined ? {} : { 'x-client-secret': clientSecret }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body ? { body: toJson(body) } : {}),
    signal: signal ? firstOf(signal, limit) : limit,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new WidgetError('NETWORK_ERROR', `${origin} cannot be reached.`);
  });
  const { data, error } = (await answer.json().catch(() => ({}))) as {
    readonly data?: Data;
    readonly error?: { readonly code: string; readonly message: string };
  };
  if (error) throw new WidgetError(error.code, error.message);
  if (!answer.ok || data === undefined)
    throw new WidgetError('NETWORK_ERROR', `${origin} answered with status ${answer.status}.`);
  return data;
}

/** A name for one act, also on pages without https, where browsers make none themselves. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let text = '';
  for (let at = 0; at < bytes.length; at += 1) text += (bytes[at] ?? 0).toString(16).padStart(2, '0');
  return text;
}

/** Waits, or ends early with the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
