import { ERRORS, type ErrorCode } from '@cottontree/contract';
import { Failure } from '../kernel/call/failure.ts';
import { isOutage, isStorageFull } from '../store/index.ts';

export type ErrorAnswer = {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly success: false;
    readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: object };
  };
  /** A fault of ours, to be logged with its stack. */
  readonly fault: boolean;
};

/** What leaves the server for anything that was thrown: the code, never the cause. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const failure = error instanceof Failure ? error : translated(error);
  const { code, message, details } = failure;
  const retryAfterSeconds = failure.retryAfterSeconds ?? (ERRORS[code].retryAfter ? 1 : undefined);
  return {
    status: failure.status,
    code,
    headers: {
      ...(retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
      ...(code === 'UNSUPPORTED_MEDIA_TYPE' ? { 'accept-encoding': 'gzip' } : {}),
      ...(failure.replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
    body: { success: false, error: { code, message, ...(details ? { details } : {}) } },
    fault: code === 'INTERNAL_ERROR',
  };
}

/** Nothing can be written, by whomever it was found out. */
export function storageFull(): Failure {
  return new Failure(
    'STORAGE_FULL',
    'There is no room to store this now; reading still works. Try again in a while.',
    { retryAfterSeconds: 30 },
  );
}

type HttpError = { readonly code?: string; readonly statusCode?: number; readonly message?: string };

function translated(error: unknown): Failure {
  if (isStorageFull(error)) return storageFull();
  if (isOutage(error))
    return new Failure(
      'SERVICE_UNAVAILABLE',
      'The service cannot reach its database or is too busy. Send the same request again in a second.',
      { retryAfterSeconds: 1 },
    );
  const { code, statusCode } = error as HttpError;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Failure(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body with Content-Type: application/json, in UTF-8.',
    );
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Failure(
      'PAYLOAD_TOO_LARGE',
      'The body is larger than 1 MiB, or than 10 MiB where the operation takes files.',
    );
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new Failure('BAD_REQUEST', 'The body is not as long as Content-Length says.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('BAD_REQUEST', 'The request cannot be read.');
  return new Failure(
    'INTERNAL_ERROR',
    'Something went wrong on our side. Tell us the X-Request-Id of this answer.',
  );
}
