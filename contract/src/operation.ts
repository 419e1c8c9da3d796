import type { Static, TObject, TSchema } from 'typebox';
import { whoCalls, type CallerName, type CookieKind } from './callers.ts';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';
import { takesSessions } from './session-operations.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What an operation can answer instead of JSON. */
export type BinaryType =
  | 'image/svg+xml'
  | 'image/png'
  | 'application/pdf'
  | 'text/calendar'
  | 'text/html'
  | 'text/plain'
  | 'application/octet-stream';

/** An answer that is a file, without an envelope; `attachment`: a browser keeps it instead of showing it. */
export type BinaryForm = { readonly type: BinaryType; readonly attachment?: true };

/** What one API call promises: from this its validation, types, documentation and client derive. */
export type Operation = {
  readonly id: string;
  readonly method: Method;
  /** Below `/v1`, with `:name` parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope a key must hold; an operation cannot be written without one. Null only where `by` says that no key comes, or where every key may ask and is told what its scopes let it read. */
  readonly scope: Scope | null;
  /** A scope that will do instead, for whoever holds it may do all of this and more. */
  readonly orScope?: Scope;
  /**
   * Who calls, where that is not a merchant's key: a courier's session, a dispatcher (an operator's session, or a
   * merchant's key with the scope, for its own deliveries only), a person who is signed in to the dashboard (about the own
   * account), or anyone, to sign in.
   */
  readonly by?: Exclude<CallerName, 'merchant'>;
  /** Whose session it begins, whose token the answer sets as a cookie: no page of another site may send it. */
  readonly setsCookie?: CookieKind;
  /** Whether a public key will do. */
  readonly publicKey?: true;
  /** Whether a session of a widget or a till will do: left out, where its scopes cover this one; `always` whatever they are; `never` although a scope would. */
  readonly sessions?: 'always' | 'never';
  /** Works only with a test key. */
  readonly testOnly?: true;
  /** Goes on while others are refused for want of room: a door that scans, a payer who pays. */
  readonly vital?: true;
  /** Tells of what has happened already, so text is mended where others refuse it: control characters fall out. */
  readonly mendsText?: true;
  /** A POST that only reads: counted as a read, and Idempotency-Key is ignored. */
  readonly reads?: true;
  /** The answer holds a secret that nothing shows again: a repeated request gets it only from the API key that asked first, or what that was rotated to. */
  readonly showsOnce?: true;
  /** The answer's `data` is an array with `meta`; as CSV when asked for with `Accept: text/csv`. */
  readonly list?: true;
  /** A second path, at which the list is CSV whatever is asked for. */
  readonly csvPath?: string;
  /** The same answer whenever it changes, as a stream of events of this name, when asked for with `Accept: text/event-stream`. */
  readonly events?: string;
  /** The answer is a file of this type; its schema is `FileBytes`. */
  readonly binary?: BinaryForm;
  /** The answer may be asked for as a file of one of these types instead, without an envelope. */
  readonly files?: readonly BinaryType[];
  readonly status: 200 | 201;
  /** Statuses a success can have beside `status`, with the same answer. */
  readonly otherStatuses?: readonly (200 | 201)[];
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** A body may be left out altogether. */
  readonly bodyOptional?: true;
  /** A body with files in it: up to 10 MiB. */
  readonly largeBody?: true;
  /** The body may come as `text/csv` as well, which is then what its field `csv` holds. */
  readonly csvBody?: true;
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

type Part<O, K extends string> = O extends { readonly [P in K]: infer S extends TSchema }
  ? Static<S>
  : Record<never, never>;

/** What a handler is given, as validated. */
export type Input<O extends Operation> = {
  readonly params: Part<O, 'params'>;
  readonly query: Part<O, 'query'>;
  readonly body: Part<O, 'body'>;
};

/** `data` of a success; one item of it for a list. */
export type Data<O extends Operation> = Static<O['answer']>;

/** The fields of an answer that the body has not: what can be read but not set. */
export function answeredOnly(answer: TObject, body: TObject): readonly string[] {
  return Object.keys(answer.properties).filter((name) => !Object.hasOwn(body.properties, name));
}

/** Declares one operation; the compiler holds it to the form. */
export function operation<const O extends Operation>(declared: O): O {
  return Object.freeze(declared);
}

/** Whether an Idempotency-Key has meaning for the operation. */
export function isIdempotent(declared: Operation): boolean {
  return declared.method === 'POST' && declared.reads !== true && declared.by !== 'anyone';
}

const BODY_BYTES_MAX = 1_048_576;
const LARGE_BODY_BYTES_MAX = 10_485_760;

/** How large a body the operation takes. */
export function bodyBytesMax(declared: Operation): number {
  return declared.largeBody ? LARGE_BODY_BYTES_MAX : BODY_BYTES_MAX;
}

/** Whether the operation counts against the write limit. */
export function isWrite(declared: Operation): boolean {
  return declared.method !== 'GET' && declared.reads !== true;
}

const EVERY: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** What a merchant's key can be refused for, wherever one comes. */
const OF_KEYS: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'INSUFFICIENT_SCOPE',
  'IP_NOT_ALLOWED',
  'SECRET_KEY_IN_BROWSER',
  'MERCHANT_SUSPENDED',
  // Of people in their sessions, who may call what keys may.
  'NOT_A_MEMBER',
  'ORIGIN_NOT_ALLOWED',
];

/** Whether a merchant's key may be what lets the caller in. */
export function takesKeys(declared: Operation): boolean {
  return whoCalls(declared).takesKeys;
}

/** Whether a page may call it, with a public key or in a session. */
export function isForPages(declared: Operation): boolean {
  return declared.publicKey === true || takesSessions(declared);
}

function refusalsAtTheDoor(declared: Operation): readonly ErrorCode[] {
  if (takesKeys(declared))
    return [...OF_KEYS, ...(declared.publicKey ? [] : (['PUBLIC_KEY_NOT_ALLOWED'] as const))];
  const { signIn } = whoCalls(declared);
  return [
    ...(signIn ? (['UNAUTHORIZED'] as const) : []),
    ...(signIn?.by === 'cookie' || declared.setsCookie ? (['ORIGIN_NOT_ALLOWED'] as const) : []),
  ];
}

/** Every code the operation can answer with: its own and those that follow from its form. */
export function errorsOf(declared: Operation): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...declared.errors,
      ...EVERY,
      ...refusalsAtTheDoor(declared),
      ...(declared.testOnly ? (['TEST_ONLY'] as const) : []),
      ...(declared.list ? (['PAGE_TOO_DEEP'] as const) : []),
      // A body is read wherever HTTP gives it a meaning, also where the operation asks for none.
      ...(declared.method === 'GET'
        ? []
        : (['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
      ...(isIdempotent(declared) ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const) : []),
      ...(isWrite(declared) ? (['STORAGE_FULL'] as const) : []),
    ]),
  ];
}
