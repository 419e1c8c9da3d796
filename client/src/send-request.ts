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
      const isRepeated = attempt > 1 && (error as CottontreeError).code === 'PRECONDITION_FAILED';
      const changed = isRepeated && request.body && (await ownChange(settings, request));
      if (changed) return changed;
      const waitMs =
        error instanceof CottontreeError && attempt <= settings.retries
          ? waitBeforeRetry(settings, error, attempt)
          : null;
      if (waitMs === null) throw error;
      await settings.sleep(waitMs, request.signal);
    }
  }
}

/**
 * A change on a version (If-Match) whose answer was lost is refused when it is repeated, because it is there already. Where the
 * thing has all that was sent, it is the answer; null where it has not, and the refusal is meant.
 */
async function ownChange(settings: Settings, request: PreparedRequest): Promise<Answer<unknown> | null> {
  const { 'if-match': _version, ...headers } = request.headers;
  const reading = { ...request, method: 'GET', headers, body: undefined };
  const now = await attemptRequest(settings, reading).catch(() => null);
  return now && hasAll(now.data, JSON.parse(request.body ?? '')) ? now : null;
}

/** Whether all that was sent is there, lists to their end; amounts may be sent as text and are shown as numbers. */
function hasAll(there: unknown, sent: unknown): boolean {
  if (!isObject(sent)) return there === sent || (typeof there === 'number' && there === Number(sent));
  return isObject(there) && Object.getOwnPropertyNames(sent).every((name) => hasAll(there[name], sent[name]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

async function attemptRequest(
  settings: Settings,
  { method, url, headers, body, signal, file }: PreparedRequest,
): Promise<Answer<unknown> | null> {
  const deadline = AbortSignal.timeout(settings.timeoutMs);
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
