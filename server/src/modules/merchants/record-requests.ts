import {
  isWrite,
  KEPT_BODY_BYTES_MAX,
  operations,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { FinishedRequest } from '../../kernel/effect/finished-request.ts';
import {
  maskedJson,
  maskSentence,
  nameMask,
  redact,
  shapeMask,
  type MaskedText,
  type ShapeMask,
} from '../../kernel/secrets/mask-by-shape.ts';
import { addRequestBodies, addRequests, type BodyRows, type RequestRows } from './request-log.queries.ts';

export type RequestRecorder = {
  /** Takes note and returns at once; what comes while there is no room left is forgotten. */
  readonly record: (request: FinishedRequest) => void;
  /** Writes what was noted and answers how many rows that were. */
  readonly flush: () => Promise<number>;
};

type Row = Omit<FinishedRequest, 'exchanged'> & {
  readonly at: Date;
  readonly id: string;
  readonly requests: number;
  readonly bodies: KeptBodies | null;
};

const ROWS_MAX = 5_000;
const MINUTE_MS = 60_000;
const PATH_MAX = 500;
/** In no id that a caller gives a request. */
const APART = '~';

/** Keeps the list of requests that merchants look at: writes and refusals one by one, successful reads counted by the minute. */
export function createRequestRecorder({ store, world }: Context): RequestRecorder {
  let rows = new Map<string, Row>();
  const keeper = createBodyKeeper();

  return {
    record(request) {
      const now = world.systemNow();
      const row = isSingle(request)
        ? rowOf(request, { now, bodies: rows.size < ROWS_MAX ? keeper.keep(request) : null })
        : minuteOf(request, now);
      const name = `${row.caller.tenant.merchantId} ${row.caller.tenant.livemode} ${row.at.getTime()} ${row.id}`;
      const noted = rows.get(name);
      if (noted) rows.set(name, merged(noted, row));
      else if (rows.size < ROWS_MAX) rows.set(name, row);
    },
    async flush() {
      if (rows.size === 0) return 0;
      const flushed = [...rows.values()];
      rows = new Map();
      keeper.renew();
      await addRequests(store.system.slow, columnsOf(flushed));
      const bodies = bodyColumnsOf(flushed);
      if (bodies.ids.length > 0) await addRequestBodies(store.system.slow, bodies);
      return flushed.length;
    },
  };
}

/** Whether a row stands for the reads of a minute. */
export function isMinute(id: string): boolean {
  return id.includes(APART);
}

function isSingle({ operation, status }: FinishedRequest): boolean {
  return isWrite(operations[operation]) || status >= 400;
}

function rowOf(
  { exchanged, ...request }: FinishedRequest,
  { now, bodies }: { readonly now: Date; readonly bodies: KeptBodies | null },
): Row {
  const path = redact(shownPath(request, exchanged.params).slice(0, PATH_MAX));
  return { at: now, id: request.requestId, requests: 1, bodies, ...request, path };
}

function minuteOf({ exchanged: _unkept, ...request }: FinishedRequest, now: Date): Row {
  const operation: Operation = operations[request.operation];
  const at = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const who = request.caller.session?.id ?? request.caller.keyId;
  return {
    at,
    id: [at.getTime(), request.operation, request.status, who].join(APART),
    requests: 1,
    bodies: null,
    ...request,
    path: `/v1${operation.path}`,
  };
}

function merged(noted: Row, row: Row): Row {
  const requests = noted.requests + row.requests;
  return {
    ...noted,
    requests,
    durationMs: (noted.durationMs * noted.requests + row.durationMs * row.requests) / requests,
  };
}

function columnsOf(rows: readonly Row[]): RequestRows {
  return {
    merchant_ids: rows.map((row) => row.caller.tenant.merchantId),
    livemodes: rows.map((row) => row.caller.tenant.livemode),
    ats: rows.map((row) => row.at),
    ids: rows.map((row) => row.id),
    operations: rows.map((row) => row.operation),
    methods: rows.map((row) => row.method),
    paths: rows.map((row) => row.path),
    statuses: rows.map((row) => row.status),
    codes: rows.map((row) => row.code ?? ''),
    durations_ms: rows.map((row) => row.durationMs),
    key_ids: rows.map(({ caller }) => (caller.member ? '' : caller.keyId)),
    session_ids: rows.map(({ caller }) => caller.session?.id ?? caller.member?.sessionId ?? ''),
    person_ids: rows.map(({ caller }) => caller.session?.staff?.id ?? caller.member?.personId ?? ''),
    person_names: rows.map(({ caller }) => caller.session?.staff?.name ?? caller.member?.name ?? ''),
    requests: rows.map((row) => row.requests),
  };
}

function bodyColumnsOf(rows: readonly Row[]): BodyRows {
  const kept = rows.flatMap(({ bodies, ...row }) => (bodies ? [{ ...row, ...bodies }] : []));
  return {
    merchant_ids: kept.map((row) => row.caller.tenant.merchantId),
    livemodes: kept.map((row) => row.caller.tenant.livemode),
    ats: kept.map((row) => row.at),
    ids: kept.map((row) => row.id),
    queries: kept.map((row) => row.query.text),
    requests: kept.map((row) => row.request.text),
    requests_cut: kept.map((row) => row.request.cut),
    responses: kept.map((row) => row.response.text),
    responses_cut: kept.map((row) => row.response.cut),
  };
}

/** What was sent and answered, masked, as JSON text. */
type KeptBodies = {
  readonly query: MaskedText;
  readonly request: MaskedText;
  readonly response: MaskedText;
};

type BodyKeeper = {
  /** Masks what was exchanged; null where there is none, or as much was kept since the last renewal as is. */
  readonly keep: (request: FinishedRequest) => KeptBodies | null;
  readonly renew: () => void;
};

/** Between two renewals, a second apart: masking 100 exchanges of 3 kB takes about 6 ms of a core. */
const PER_NODE_MAX = 100;
const PER_TENANT_MAX = 25;
const QUERY_BYTES_MAX = 2_048;

type Masks = Readonly<Record<'params' | 'query' | 'body' | 'answer', ShapeMask>>;

const masks = new Map<OperationId, Masks>();

/** Keeps bodies of as many requests as cost next to nothing, and no more however many come. */
function createBodyKeeper(): BodyKeeper {
  let kept = new Map<string, number>();
  let all = 0;
  return {
    keep(request) {
      const { tenant } = request.caller;
      const name = `${tenant.merchantId} ${tenant.livemode}`;
      const ofTenant = kept.get(name) ?? 0;
      if (all >= PER_NODE_MAX || ofTenant >= PER_TENANT_MAX) return null;
      all += 1;
      kept.set(name, ofTenant + 1);
      return bodiesOf(request);
    },
    renew() {
      kept = new Map();
      all = 0;
    },
  };
}

/** The path with those of its parameters masked that lead to something by themselves. */
function shownPath(
  { operation, path }: Pick<FinishedRequest, 'operation' | 'path'>,
  params: unknown,
): string {
  const declared: Operation = operations[operation];
  if (declared.params === undefined || typeof params !== 'object' || params === null) return path;
  const mask = masksOf(operation).params;
  const given = new Map(Object.entries(params));
  return `/v1${declared.path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value: unknown = given.get(name);
    return typeof value === 'string' && (mask.field(name)?.shows(value) ?? false) ? value : '***';
  })}`;
}

function bodiesOf({ operation, status, exchanged }: FinishedRequest): KeptBodies {
  const { query, body, answer } = masksOf(operation);
  return {
    query: maskedJson(query, exchanged.query ?? {}, QUERY_BYTES_MAX),
    request: maskedJson(body, exchanged.body, KEPT_BODY_BYTES_MAX),
    response:
      status < 400 ? maskedJson(answer, exchanged.answer, KEPT_BODY_BYTES_MAX) : refusal(exchanged.answer),
  };
}

function masksOf(id: OperationId): Masks {
  const known = masks.get(id);
  if (known) return known;
  const { params, query, body, answer }: Operation = operations[id];
  const made = {
    params: shapeMask(params ? [params] : []),
    query: shapeMask(query ? [query] : []),
    body: shapeMask(body ? [body] : []),
    answer: shapeMask([answer, { type: 'array', items: answer } as typeof answer]),
  };
  masks.set(id, made);
  return made;
}

type Refusal = { readonly code?: string; readonly message?: string; readonly details?: object };

/** Its sentences are for people and quote what was sent. */
function refusal(error: unknown): MaskedText {
  const { code, message = '', details } = (error ?? {}) as Refusal;
  const head = { code, message: maskSentence(message) };
  if (details === undefined) return { text: JSON.stringify(head), cut: false };
  const told = maskedJson(nameMask(), withoutSentences(details), KEPT_BODY_BYTES_MAX);
  return { text: `${JSON.stringify(head).slice(0, -1)},"details":${told.text}}`, cut: told.cut };
}

/** The sentence of each field stands in the message as well. */
function withoutSentences(details: object): object {
  const { fields, ...more } = details as { readonly fields?: readonly { readonly path: string }[] };
  return fields === undefined ? more : { fields: fields.map(({ path }) => ({ path })), ...more };
}
