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
import { request, type Dispatcher } from 'undici';
import { expect } from 'vitest';

/** One raw HTTP request for an operation, for what the typed client would never send. */
export type ProbeInput = {
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
  readonly ask: (id: OperationId, input?: ProbeInput) => Promise<Seen>;
  /** Which codes each operation has answered with so far. */
  readonly provoked: ReadonlyMap<OperationId, ReadonlySet<ErrorCode>>;
};

// What a schema is made into once is used a few times: to make it shorter takes longer than it saves.
const ajv = new Ajv2020({ strict: false, strictNumbers: true, code: { optimize: false } });
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
      // Not fetch: what stands around it took half of the time of a request.
      const response = await request(addressOf(baseUrl, operations[id], input), {
        method: (input.method ?? operations[id].method) as Dispatcher.HttpMethod,
        headers: { 'x-forwarded-for': from, ...headersOf(input) },
        body: input.text ?? (input.body === undefined ? null : JSON.stringify(input.body)),
      });
      const seen = await read(response);
      if (seen.code) provoked.set(id, (provoked.get(id) ?? new Set()).add(seen.code));
      judge(id, seen, { bodiless: input.method === 'HEAD' || seen.status === 304 });
      return seen;
    },
  };
}

function addressOf(baseUrl: string, { path }: Operation, { params = {}, query = {} }: ProbeInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${baseUrl}${filled}${search ? `?${search}` : ''}`;
}

function headersOf({ key, body, text, headers = {} }: ProbeInput): Record<string, string> {
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

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Seen> {
  const text = await body.text();
  const { data = {}, error } = text.startsWith('{') ? (JSON.parse(text) as Envelope) : {};
  return {
    status: statusCode,
    code: error?.code ?? null,
    message: error?.message ?? '',
    details: error?.details ?? {},
    headers: new Headers(
      Object.entries(headers).flatMap(([name, value = []]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      ),
    ),
    text,
    data,
  };
}

function judge(id: OperationId, seen: Seen, { bodiless }: { readonly bodiless: boolean }): void {
  const header = (name: string): string => seen.headers.get(name) ?? 'none';
  const must = mustOf(id, seen);
  // Whatever stands in it, it was asked for with a key, a session or a token; or refused for want of one.
  must(header('cache-control') === 'no-store', 'Cache-Control no-store');
  must(/^[\w.:-]{1,128}$/.test(seen.headers.get('x-request-id') ?? ''), 'X-Request-Id');
  if (!seen.code || !BEFORE_THE_KEY.has(seen.code))
    must(/^\d+$/.test(header('ratelimit-remaining')), 'RateLimit headers');
  const { binary, files }: Operation = operations[id];
  if (bodiless || header('content-type').startsWith('text/csv')) return;
  if (binary && seen.status === 200)
    return must(header('content-type').split(';')[0] === binary.type, `Content-Type ${binary.type}`);
  if (files?.some((type) => header('content-type').startsWith(type))) return;
  must(header('content-type') === 'application/json; charset=utf-8', 'Content-Type application/json');
  const body: unknown = JSON.parse(seen.text);
  if (seen.status >= 400) judgeRefusal(id, seen, body);
  else judgeSuccess(id, seen, body);
}

type Must = (holds: boolean, wanted: string) => void;

/** Not expect: its thousands of calls took as long as the requests. */
function mustOf(id: OperationId, { status, code, text, headers }: Seen): Must {
  return (holds, wanted) => {
    if (holds) return;
    const shown = `${status} ${code ?? ''} ${text.slice(0, 500)} with ${JSON.stringify([...headers])}`;
    expect.fail(`${id} should have ${wanted}, and answered ${shown}`);
  };
}

function judgeRefusal(id: OperationId, seen: Seen, body: unknown): void {
  const must = mustOf(id, seen);
  must(refusal(body), 'the form of a refusal');
  must(Object.keys(body as object).join() === 'success,error', 'only success and error, in this order');
  const code = seen.code ?? 'INTERNAL_ERROR';
  must(errorsOf(operations[id]).includes(code), 'a code that it declares');
  must(seen.status === ERRORS[code].status, `status ${ERRORS[code].status}`);
  must(/^\S.*[.!?]$/s.test(seen.message), 'a sentence for a message');
  if ('retryAfter' in ERRORS[code])
    must(/^[1-9]\d*$/.test(seen.headers.get('retry-after') ?? ''), 'Retry-After');
}

function judgeSuccess(id: OperationId, seen: Seen, body: unknown): void {
  const operation: Operation = operations[id];
  const must = mustOf(id, seen);
  must(
    [operation.status, ...(operation.otherStatuses ?? [])].some((one) => one === seen.status),
    'a status that it declares',
  );
  const fields = operation.list ? 'success,data,meta' : 'success,data,timestamp';
  must(Object.keys(body as object).join() === fields, `only ${fields}, in this order`);
  const known = answers.get(id) ?? ajv.compile(envelopeOf(operation.answer, operation.list === true));
  answers.set(id, known);
  if (!known(body)) must(false, `what its schema says (${JSON.stringify(known.errors)})`);
}
