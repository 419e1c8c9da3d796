import { isWrite, operations, type Operation } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { FinishedRequest } from '../../kernel/effect/finished-request.ts';
import { redact } from '../../kernel/secrets/redact.ts';
import { addRequests, type RequestRows } from './request-log.queries.ts';

export type RequestRecorder = {
  /** Takes note and returns at once; what comes while there is no room left is forgotten. */
  readonly record: (request: FinishedRequest) => void;
  /** Writes what was noted and answers how many rows that were. */
  readonly flush: () => Promise<number>;
};

type Row = FinishedRequest & { readonly at: Date; readonly id: string; readonly requests: number };

const ROWS_MAX = 5_000;
const MINUTE_MS = 60_000;
const PATH_MAX = 500;

/** Keeps the list of requests that merchants look at: writes and refusals one by one, successful reads counted by the minute. */
export function createRequestRecorder({ store, world }: Context): RequestRecorder {
  let rows = new Map<string, Row>();

  return {
    record(request) {
      const row = rowOf(request, world.systemNow());
      const name = `${row.caller.tenant.merchantId} ${row.caller.tenant.livemode} ${row.at.getTime()} ${row.id}`;
      const noted = rows.get(name);
      if (noted) rows.set(name, merged(noted, row));
      else if (rows.size < ROWS_MAX) rows.set(name, row);
    },
    async flush() {
      if (rows.size === 0) return 0;
      const flushed = [...rows.values()];
      rows = new Map();
      await addRequests(store.system.slow, columnsOf(flushed));
      return flushed.length;
    },
  };
}

function rowOf(request: FinishedRequest, now: Date): Row {
  const operation: Operation = operations[request.operation];
  if (isWrite(operation) || request.status >= 400)
    return {
      at: now,
      id: request.requestId,
      requests: 1,
      ...request,
      path: redact(request.path.slice(0, PATH_MAX)),
    };
  const at = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  return {
    at,
    id: `${request.operation}:${request.status}:${request.caller.keyId}`,
    requests: 1,
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
    key_ids: rows.map((row) => row.caller.keyId),
    requests: rows.map((row) => row.requests),
  };
}
