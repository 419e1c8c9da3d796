import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What one API call promises: from this its validation, types, documentation and client derive. */
export type Operation = {
  readonly id: string;
  readonly method: Method;
  /** Below `/v1`, with `:name` parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope a key must hold; an operation cannot be written without one. */
  readonly scope: Scope;
  /** Whether a public key will do. */
  readonly publicKey?: true;
  /** Works only with a test key. */
  readonly testOnly?: true;
  /** A POST that only reads: counted as a read, and Idempotency-Key is ignored. */
  readonly reads?: true;
  /** The answer's `data` is an array with `meta`. */
  readonly list?: true;
  /** The same list as CSV when asked for with `Accept: text/csv`. */
  readonly csv?: true;
  readonly status: 200 | 201;
  /** Statuses a success can have beside `status`, with the same answer. */
  readonly otherStatuses?: readonly (200 | 201)[];
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** A body may be left out altogether. */
  readonly bodyOptional?: true;
  /** Fields of the body that can be read but not set: sent with a differing value, they are refused. */
  readonly readOnly?: readonly string[];
  /** The schema of `data`, or of one item of it for a list. */
  readonly answer: TSchema;
  /** The codes of this operation beyond those that every operation shares. */
  readonly errors: readonly ErrorCode[];
  readonly example: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly answer: unknown;
  };
};

type Part<O, K extends string> = O extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : Record<never, never>;

/** What a handler is given, as validated. */
export type Input<O extends Operation> = {
  readonly params: Part<O, 'params'>;
  readonly query: Part<O, 'query'>;
  readonly body: Part<O, 'body'>;
};

/** `data` of a success; one item of it for a list. */
export type Data<O extends Operation> = Static<O['answer']>;

/** Declares one operation; the compiler holds it to the form. */
export function operation<const O extends Operation>(declared: O): O {
  return Object.freeze(declared);
}

/** Whether an Idempotency-Key has meaning for the operation. */
export function isIdempotent(declared: Operation): boolean {
  return declared.method === 'POST' && declared.reads !== true;
}

/** Whether the operation counts against the write limit. */
export function isWrite(declared: Operation): boolean {
  return declared.method !== 'GET' && declared.reads !== true;
}

const EVERY: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'INSUFFICIENT_SCOPE',
  'IP_NOT_ALLOWED',
  'SECRET_KEY_IN_BROWSER',
  'MERCHANT_SUSPENDED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Every code the operation can answer with: its own and those that follow from its form. */
export function errorsOf(declared: Operation): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...declared.errors,
      ...EVERY,
      ...(declared.publicKey ? (['ORIGIN_NOT_ALLOWED'] as const) : (['PUBLIC_KEY_NOT_ALLOWED'] as const)),
      ...(declared.testOnly ? (['TEST_ONLY'] as const) : []),
      ...(declared.list ? (['PAGE_TOO_DEEP'] as const) : []),
      // A body is read wherever HTTP gives it a meaning, also where the operation asks for none.
      ...(declared.method === 'GET' ? [] : (['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
      ...(isIdempotent(declared) ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const) : []),
      ...(isWrite(declared) ? (['STORAGE_FULL'] as const) : []),
    ]),
  ];
}
