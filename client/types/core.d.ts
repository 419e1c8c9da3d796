// Types of @cottontree/client. Everything below `Client` is made from the contract of the release.

/** How a client reaches the service. */
export interface ClientOptions {
  /** Where the service stands: `https://ship.example.sl`, or its API, `https://ship.example.sl/v1`. */
  baseUrl: string;
  /** `sk_live_…` or `sk_test_…`; on a page only `pk_…`. */
  apiKey?: string;
  /** Sent with each request, asked for anew each time. */
  headers?: () => Record<string, string>;
  /** The runtime's own by default. */
  fetch?: typeof globalThis.fetch;
  /** How often a call is repeated after a lost connection, 429, 502, 503, 504 or IDEMPOTENCY_IN_PROGRESS; default 3. */
  retries?: number;
  /** How long one attempt may take; default 35,000. */
  timeoutMs?: number;
  /** Wait before the first retry, doubled for each further one up to 8 s and shortened by chance; default 250. */
  retryBaseMs?: number;
  /** The longest Retry-After that is waited for; beyond it the call fails at once. Default 60,000. */
  retryAfterMaxMs?: number;
  /** How many answers with an ETag are kept, so that an unchanged one needs not be sent again; default 0. */
  rememberedMax?: number;
  /** Waits; for tests. Rejects with the signal's reason when it aborts. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1; for tests. */
  random?: () => number;
}

/** Typed calls to a Cottontree server: `client.deliveries.create({ … })`. */
export declare function createClient(options: ClientOptions): Client;

/** The operation takes nothing here; the place is kept, so that options always stand at the same one. */
export type NoInput = Record<string, never>;

/** What may follow the arguments of any call. */
export interface RequestOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** For each attempt of this call. */
  timeoutMs?: number;
  /** For this call. */
  retries?: number;
}

export interface IdempotentOptions extends RequestOptions {
  /** A random one by default, the same for every retry of the call; send your own to make it hold across restarts. */
  idempotencyKey?: string;
}

export interface ConditionalOptions extends RequestOptions {
  /** ETag of what you last read (`withResponse()`): refused with PRECONDITION_FAILED when it has changed since. */
  ifMatch?: string;
}

/** A success: `data` and what its headers tell. */
export interface Answer<Data> {
  data: Data;
  status: number;
  requestId: string | null;
  /** Whether this is the first answer again, to a repeated Idempotency-Key. */
  replayed: boolean;
  etag: string | null;
}

/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  meta: ListMeta;
}

/** What became of a call, without throwing. */
export type Result<Data, Code extends AnyCode> =
  | { ok: true; data: Data }
  | { ok: false; error: Refusal<Code> };

/** A request that is under way; awaited, it is the answer's data. */
export interface Pending<Data, Code extends AnyCode> extends Promise<Data> {
  /** The data with status, request id and ETag. */
  withResponse(): Promise<Answer<Data>>;
  /** Instead of throwing: `{ ok: false, error }`, whose `error.code` is one of this operation's. */
  result(): Promise<Result<Data, Code | TransportCode>>;
}

/** A list: awaited, it is one page; with `for await`, every item, page after page. */
export interface PendingList<Item, Code extends AnyCode> extends Promise<Page<Item>>, AsyncIterable<Item> {
  withResponse(): Promise<Answer<Item[]> & { meta: ListMeta }>;
  result(): Promise<Result<Page<Item>, Code | TransportCode>>;
}

/** Every code of the service. */
export type ErrorCode = keyof ErrorDetails;
/** Why a call failed without an answer of the service: no connection, no answer in time, or something else answered. */
export type TransportCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'INVALID_ANSWER';
export type AnyCode = ErrorCode | TransportCode;

/** What `details` holds beside a code; anything until the code is known. */
export type DetailsOf<Code extends AnyCode> = [AnyCode] extends [Code]
  ? Record<string, unknown>
  : Code extends ErrorCode
    ? ErrorDetails[Code]
    : Record<string, never>;

/** One error type for each of the codes, told apart by `code`. */
export type Refusal<Code extends AnyCode> = Code extends AnyCode ? CottontreeError<Code> : never;

/** A call that failed: the service's code and message, or a `TransportCode` with status 0. */
export declare class CottontreeError<Code extends AnyCode = AnyCode> extends Error {
  readonly code: Code;
  /** The HTTP status, 0 without an answer. */
  readonly status: number;
  readonly details: DetailsOf<Code>;
  /** The X-Request-Id of the answer. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** Whether it is one of these codes; the compiler knows its details then. */
  is<Asked extends AnyCode>(
    ...codes: Asked[]
  ): this is CottontreeError<Asked> & { readonly details: DetailsOf<Asked> };
}

/** 400, 402, 413, 415, 422: the request is malformed, or well formed and impossible. */
export declare class InvalidRequestError extends CottontreeError {}
/** 401: the key is missing, unknown, revoked or expired. */
export declare class AuthenticationError extends CottontreeError {}
/** 403: the key may not do this. */
export declare class PermissionError extends CottontreeError {}
/** 404 and 410: there is no such thing, or no longer. */
export declare class NotFoundError extends CottontreeError {}
/** 409, 412 and 423: the state of the thing forbids it, or somebody changed it meanwhile. */
export declare class ConflictError extends CottontreeError {}
/** 429: too many requests, or too many guesses. */
export declare class RateLimitError extends CottontreeError {}
/** 5xx: the service failed or is too busy. */
export declare class ServiceError extends CottontreeError {}
/** No answer of the service: NETWORK_ERROR, TIMEOUT or INVALID_ANSWER. */
export declare class ConnectionError extends CottontreeError {}

/** A `Headers` object, or a plain object as node:http gives it; names in any case. */
export type HeaderSource =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>;

export interface WebhookOptions {
  /** How far `webhook-timestamp` may lie from now, either way; default 300. */
  toleranceSeconds?: number;
  /** Refuse a request that carries only the untimed `X-Service-Signature`, which can be replayed; default false. */
  requireTimestamp?: boolean;
  /** The present, unless a test says otherwise. */
  now?: Date;
}

/**
 * The event of a webhook request whose signature is right; else it throws `WebhookVerificationError`.
 * `body` is the raw body as it came, before any JSON parser; `secret` is the endpoint's, or all that are valid during a rotation.
 */
export declare function constructEvent(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
): Promise<WebhookEvent>;

/** The same with its arguments by name, and with more to choose. */
export declare function verifyWebhook(
  input: WebhookOptions & { headers: HeaderSource; body: string | Uint8Array; secrets: readonly string[] },
): Promise<WebhookEvent>;

/** Which check a request failed, in the order in which they are made. */
export type VerificationStep = 'body' | 'secret' | 'headers' | 'timestamp' | 'signature' | 'content';

/** Thrown for a request that did not come from the service as it stands; `step` says which check failed. */
export declare class WebhookVerificationError extends Error {
  constructor(step: VerificationStep, message: string);
  readonly step: VerificationStep;
}
