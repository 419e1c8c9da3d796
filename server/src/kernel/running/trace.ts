import { AsyncLocalStorage } from 'node:async_hooks';

/** Of which trace some work is part (W3C Trace Context); ids in lower-case hexadecimal. */
export type Trace = {
  /** 32 digits. */
  readonly traceId: string;
  /** 16 digits: the span that whatever is begun now has as its parent. */
  readonly spanId: string;
  /** Of the span in which the caller asked; null where there was none, or nobody collects spans here. */
  readonly parentId: string | null;
  /** Whether somebody keeps its spans. */
  readonly sampled: boolean;
  /** What others have written about it (`tracestate`), passed on as it came. */
  readonly state: string | null;
};

/** A piece of work that took some time, for those who collect them. */
export type Span = {
  readonly trace: Trace;
  readonly kind: 'server' | 'client';
  readonly name: string;
  readonly durationMs: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
};

/** Follows requests through this process and beyond it. */
export type Tracer = {
  /** Whether spans are collected; where not, traces are passed on and nothing is made. */
  readonly collects: boolean;
  /** The trace that a request brings, or begins where spans are collected; else null. */
  readonly begin: (headers: TraceHeaders) => Trace | null;
  /** Work of its own inside a trace. */
  readonly within: (trace: Trace) => Trace;
  /** Keeps a span that has just ended, if its trace is one that is kept; holds nobody up. */
  readonly end: (span: Span) => void;
};

export type TraceHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The trace of a request, while it is answered. */
export type Followed = { readonly trace: Trace; isOver: boolean };

const current = new AsyncLocalStorage<Followed>();
const STATE_CHARACTERS_MAX = 512;
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const STATE = /^[\x20-\x7e]+$/;

/**
 * The trace of the request that is being answered where this is called. Timers and loops that a request happens to
 * start outlive it: what they do after its answer is no part of it.
 */
export function currentTrace(): Trace | undefined {
  const followed = current.getStore();
  return followed?.isOver === false ? followed.trace : undefined;
}

/** Does work as part of a trace; without one it costs nothing. */
export function inTrace<T>(followed: Followed | null, work: () => T): T {
  return followed === null ? work() : current.run(followed, work);
}

/** What the log says of it. */
export function traceFacts(trace: Trace | null | undefined): { readonly trace_id?: string } {
  return trace ? { trace_id: trace.traceId } : {};
}

/** The trace that headers tell of, whose span is the caller's; null where they tell of none that is well formed. */
export function readTrace(headers: TraceHeaders): Trace | null {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return null;
  const [, version = 'ff', traceId = '', spanId = '', flags = '', more] =
    TRACEPARENT.exec(traceparent.trim()) ?? [];
  // Later versions may say more behind it; the first does not.
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  const state =
    typeof tracestate === 'string' && tracestate.length <= STATE_CHARACTERS_MAX && STATE.test(tracestate)
      ? tracestate
      : null;
  return { traceId, spanId, parentId: null, sampled: (Number.parseInt(flags, 16) & 1) === 1, state };
}

/** The headers that hand a trace on. */
export function traceHeaders({ traceId, spanId, sampled, state }: Trace): Readonly<Record<string, string>> {
  const traceparent = `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
  return state === null ? { traceparent } : { traceparent, tracestate: state };
}

/** A trace in one text, for what is done long after its request; see `readKeptTrace`. */
export function keepTrace(trace: Trace): string {
  return Object.values(traceHeaders(trace)).join(' ');
}

/** The trace that was kept; whoever wrote the text, it is read as carefully as headers are. */
export function readKeptTrace(kept: string): Trace | null {
  const [traceparent, ...state] = kept.split(' ');
  return readTrace({ traceparent, tracestate: state.length === 0 ? undefined : state.join(' ') });
}
