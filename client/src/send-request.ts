import type { Answer } from './calls.ts';
import type { Settings } from './client-options.ts';
import { CottontreeError } from './cottontree-error.ts';
import { firstOf } from './first-of.ts';
import { readAnswer } from './read-answer.ts';

export type PreparedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The type of the file that a success may be instead of an envelope. */
  readonly file: string | undefined;
};

const BACK_OFF_MAX_MS = 8_000;

/**
 * Sends a request until it is answered for good; null means 304. Throws `CottontreeError`, or the reason of the caller's signal.
 * Repeating is safe: every POST that writes carries an Idempotency-Key that stays the same.
 */
export async function sendRequest(
  settings: Settings,
  request: PreparedRequest,
): Promise<Answer<unknown> | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptRequest(settings, request);
    } catch (error) {
      request.signal?.throwIfAborted();
      const waitMs =
        error instanceof CottontreeError && attempt <= settings.retries
          ? waitBeforeRetry(settings, error, attempt)
          : null;
      if (waitMs === null) throw error;
      await settings.sleep(waitMs, request.signal);
    }
  }
}

async function attemptRequest(
  settings: Settings,
  { method, url, headers, body, signal, file }: PreparedRequest,
): Promise<Answer<unknown> | null> {
  const deadline = AbortSignal.timeout(settings.timeoutMs);
  // What no header can carry is a mistake of the program, which `fetch` would call a failure of the network.
  void new Headers(headers);
  try {
    const response = await settings.fetch(url, {
      method,
      headers,
      // A redirect would turn a POST into a GET, or carry the key elsewhere.
      redirect: 'error',
      signal: signal ? firstOf(signal, deadline) : deadline,
      ...(body === undefined ? {} : { body }),
    });
    return await readAnswer(response, { file, failure: settings.failure });
  } catch (cause) {
    if (cause instanceof CottontreeError) throw cause;
    throw deadline.aborted
      ? settings.failure({
          code: 'TIMEOUT',
          status: 0,
          message: `No answer within ${settings.timeoutMs} ms.`,
          cause,
        })
      : settings.failure({
          code: 'NETWORK_ERROR',
          status: 0,
          message: `The service cannot be reached: ${reasonOf(cause)}`,
          cause,
        });
  }
}

/** `fetch` itself says no more than that it failed; what lies beneath tells whether the address, its name or the network is wrong. */
function reasonOf(failure: unknown): string {
  const { cause } = failure as { readonly cause?: { readonly message?: string; readonly code?: string } };
  return cause?.message || cause?.code || String(failure);
}

/** Milliseconds, or null where another try makes no sense. */
function waitBeforeRetry(
  settings: Settings,
  { code, status, retryAfterSeconds }: CottontreeError,
  attempt: number,
): number | null {
  const passing =
    code === 'NETWORK_ERROR' ||
    code === 'TIMEOUT' ||
    code === 'IDEMPOTENCY_IN_PROGRESS' ||
    [429, 502, 503, 504].includes(status);
  const askedMs = (retryAfterSeconds ?? 0) * 1000;
  if (!passing || askedMs > settings.retryAfterMaxMs) return null;
  const backOffMs =
    Math.min(settings.retryBaseMs * 2 ** (attempt - 1), BACK_OFF_MAX_MS) * (0.5 + settings.random() / 2);
  return Math.max(askedMs, backOffMs);
}
