/** Why nothing can be sent for now. Nothing of it says a word about what was to be sent, which stays as it is. */
export type Trouble = {
  /** network: no answer, or one that is not the server's. busy: the server asks to wait. sign-in: it does not know who asks. storage: this device cannot write. */
  readonly kind: 'network' | 'busy' | 'sign-in' | 'storage';
  /** How long the server asked to wait; null: it did not say. */
  readonly retryAfterMs: number | null;
};

/** An answer of the server that says no to what was sent. */
export type Refusal = {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly details: unknown;
};

type Failed = {
  readonly code?: unknown;
  readonly status?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
  readonly retryAfterSeconds?: unknown;
};

/** Codes of the client for what is no answer of the server: a captive portal's page, a proxy's, a cut one. */
export const NO_ANSWER: ReadonlySet<unknown> = new Set(['NETWORK_ERROR', 'TIMEOUT', 'INVALID_ANSWER']);
/** In which the server speaks of itself, or asks to come again. */
const COME_AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);
/** Nothing stands at this address, or not this: a server older than the app, as in the middle of an update. */
const NOT_YET: ReadonlySet<string> = new Set(['NOT_FOUND', 'METHOD_NOT_ALLOWED']);

/**
 * What an error that `send` threw means. Only an answer of the server with a code of its own is a refusal; whatever else went wrong,
 * a fault of ours included, is trouble, for what was done must never be lost by it.
 */
export function judgeError(error: unknown): { readonly trouble: Trouble } | { readonly refusal: Refusal } {
  const { code, status, message, details, retryAfterSeconds } = (error ?? {}) as Failed;
  const retryAfterMs = typeof retryAfterSeconds === 'number' ? retryAfterSeconds * 1_000 : null;
  const trouble = (kind: Trouble['kind']) => ({ trouble: { kind, retryAfterMs } });
  if (isStorageError(error)) return trouble('storage');
  if (typeof status !== 'number' || typeof code !== 'string' || NO_ANSWER.has(code))
    return trouble('network');
  if (status === 401 || status === 403) return trouble('sign-in');
  if (status >= 500 || COME_AGAIN.has(status) || NOT_YET.has(code) || code === 'IDEMPOTENCY_IN_PROGRESS')
    return trouble('busy');
  if (status < 400) return trouble('network');
  return { refusal: { code, status, message: String(message ?? ''), details: details ?? null } };
}

/** No room, or a database that the browser closed or broke. */
export function isStorageError(error: unknown): boolean {
  const { name } = (error ?? {}) as { readonly name?: unknown };
  return name === 'QuotaExceededError' || name === 'UnknownError' || name === 'InvalidStateError';
}
