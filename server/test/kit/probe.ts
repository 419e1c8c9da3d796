import {
  envelopeOf,
  ErrorEnvelope,
  ERRORS,
  errorsOf,
  operations,
  type ErrorCode,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** One raw HTTP request for an operation, for what the typed client would never send. */
export type InputGiven = {
  readonly key?: string | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it stands, instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
};

export type Seen = {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Asks a service and holds every answer to the contract: its form, its code, its headers. */
export type Probe = {
  readonly ask: (id: OperationId, input?: InputGiven) => Promise<Seen>;
  /** Which codes each operation has answered with so far. */
  readonly provoked: ReadonlyMap<OperationId, ReadonlySet<ErrorCode>>;
};

const ajv = new Ajv2020({ strict: false, strictNumbers: true });
ajv
  .addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
const refusal = ajv.compile(ErrorEnvelope);
const answers = new Map<OperationId, ValidateFunction>();

/** Codes that are answered before it is known whose key it is. */
const BEFORE_THE_KEY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BAD_REQUEST',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'SERVICE_UNAVAILABLE',
]);

export function createProbe(baseUrl: string): Probe {
  const provoked = new Map<OperationId, Set<ErrorCode>>();
  let visitors = 0;

  return {
    provoked,
    async ask(id, input = {}) {
      // Behind a trusted proxy every request comes from an address of its own, so that no limit by address is met.
      visitors += 1;
      const from = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
      const response = await fetch(addressOf(baseUrl, operations[id], input), {
        method: input.method ?? operations[id].method,
        headers: { 'x-forwarded-for': from, ...headersOf(input) },
        ...(input.text !== undefined
          ? { body: input.text }
          : input.body === undefined
            ? {}
            : { body: JSON.stringify(input.body) }),
      });
      const seen = await read(response);
      if (seen.code) provoked.set(id, (provoked.get(id) ?? new Set()).add(seen.code));
      judge(id, seen, { bodiless: input.method === 'HEAD' || response.status === 304 });
      return seen;
    },
  };
}

function addressOf(baseUrl: string, { path }: Operation, { params = {}, query = {} }: InputGiven): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${baseUrl}${filled}${search ? `?${search}` : ''}`;
}

function headersOf({ key, body, text, headers = {} }: InputGiven): Record<string, string> {
  return {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined && text === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}

type Envelope = {
  readonly data?: Record<string, unknown>;
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: Record<string, unknown>;
  };
};

async function read(response: Response): Promise<Seen> {
  const text = await response.text();
  const { data = {}, error } = text.startsWith('{') ? (JSON.parse(text) as Envelope) : {};
  return {
    status: response.status,
    code: error?.code ?? null,
    message: error?.message ?? '',
    details: error?.details ?? {},
    headers: response.headers,
    text,
    data,
  };
}

function judge(id: OperationId, seen: Seen, { bodiless }: { readonly bodiless: boolean }): void {
  // Whatever stands in it, it was asked for with a key, a session or a token; or refused for want of one.
  expect(seen.headers.get('cache-control'), `${id} ${seen.status}: Cache-Control`).toBe('no-store');
  expect(seen.headers.get('x-request-id'), `${id}: X-Request-Id`).toMatch(/^[\w.:-]{1,128}$/);
  if (!seen.code || !BEFORE_THE_KEY.has(seen.code))
    expect(
      seen.headers.get('ratelimit-remaining'),
      `${id} ${seen.status} ${seen.code ?? ''}: RateLimit headers`,
    ).toMatch(/^\d+$/);
  const { binary, files }: Operation = operations[id];
  if (bodiless || seen.headers.get('content-type')?.startsWith('text/csv')) return;
  if (binary && seen.status === 200)
    return expect(seen.headers.get('content-type')?.split(';')[0], id).toBe(binary.type);
  if (files?.some((type) => seen.headers.get('content-type')?.startsWith(type))) return;
  expect(seen.headers.get('content-type')).toMatch(/^application\/json; charset=utf-8$/);
  const body: unknown = JSON.parse(seen.text);
  if (seen.status >= 400) judgeRefusal(id, seen, body);
  else judgeSuccess(id, seen, body);
}

function judgeRefusal(id: OperationId, seen: Seen, body: unknown): void {
  expect(refusal(body), `${id}: ${seen.text.slice(0, 500)}`).toBe(true);
  expect(Object.keys(body as object)).toEqual(['success', 'error']);
  const code = seen.code ?? 'INTERNAL_ERROR';
  expect(errorsOf(operations[id]), `${id} answered ${seen.status} ${seen.text.slice(0, 300)}`).toContain(
    code,
  );
  expect(seen.status, code).toBe(ERRORS[code].status);
  expect(seen.message, `${id} ${code}`).toMatch(/^\S.*[.!?]$/s);
  if ('retryAfter' in ERRORS[code])
    expect(seen.headers.get('retry-after'), `${id} ${code}: Retry-After`).toMatch(/^[1-9]\d*$/);
}

function judgeSuccess(id: OperationId, seen: Seen, body: unknown): void {
  const operation: Operation = operations[id];
  expect([operation.status, ...(operation.otherStatuses ?? [])], id).toContain(seen.status);
  expect(Object.keys(body as object)).toEqual(
    operation.list ? ['success', 'data', 'meta'] : ['success', 'data', 'timestamp'],
  );
  const known = answers.get(id) ?? ajv.compile(envelopeOf(operation.answer, operation.list === true));
  answers.set(id, known);
  expect(known(body), `${id}: ${JSON.stringify(known.errors)} in ${seen.text.slice(0, 500)}`).toBe(true);
}
