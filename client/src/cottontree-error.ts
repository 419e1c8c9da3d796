import type { ErrorCode } from '@cottontree/contract';

/** Why a call failed without an answer of the service: no connection, no answer in time, or something else answered. */
export type TransportCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'INVALID_ANSWER';

export type CottontreeErrorFields = {
  readonly code: ErrorCode | TransportCode;
  /** The HTTP status, 0 without an answer. */
  readonly status: number;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
};

/** A call that failed: the service's code and message, or a `TransportCode` with status 0. */
export class CottontreeError extends Error {
  override readonly name: string = 'CottontreeError';
  readonly code: ErrorCode | TransportCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  /** The X-Request-Id of the answer. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(fields: CottontreeErrorFields) {
    super(fields.message, { cause: fields.cause });
    this.code = fields.code;
    this.status = fields.status;
    this.details = fields.details ?? {};
    this.requestId = fields.requestId ?? null;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
  }

  /** Whether it is one of these codes; the compiler knows its details then. */
  is(...codes: readonly string[]): boolean {
    return codes.includes(this.code);
  }
}
