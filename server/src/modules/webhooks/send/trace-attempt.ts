import { readKeptTrace, traceHeaders, type Tracer } from '../../../kernel/running/trace.ts';
import type { OutgoingResult } from '../../../kernel/running/world.ts';
import type { PlainMessage } from '../fan-out/plan-messages.ts';
import type { Claimed } from './claim.queries.ts';

/** An attempt as part of the trace of the request whose message it sends. */
export type TracedAttempt = {
  readonly headers: Readonly<Record<string, string>>;
  readonly end: (result: OutgoingResult) => void;
};

type Sent = { readonly row: Claimed; readonly message: PlainMessage };

/** Work of its own in that trace, long after its request; null where what was kept tells of none. Addresses of merchants hold secrets, so none is told. */
export function traceAttempt(tracer: Tracer, { row, message }: Sent): TracedAttempt | null {
  const kept = readKeptTrace(message.trace);
  if (kept === null) return null;
  const trace = tracer.within(kept);
  return {
    headers: traceHeaders(trace),
    end(result) {
      // Nothing was sent.
      if (!tracer.collects || result.error === 'busy') return;
      tracer.end({
        trace,
        kind: 'client',
        name: `POST ${message.event}`,
        durationMs: result.durationMs,
        failed: result.status === null || result.status >= FAILURE,
        attributes: {
          'http.request.method': 'POST',
          'cottontree.endpoint_id': row.endpoint_id,
          'cottontree.delivery_id': row.delivery_id,
          'cottontree.attempt': row.attempt,
          ...(result.status === null
            ? { 'error.type': result.error ?? 'unknown' }
            : { 'http.response.status_code': result.status }),
        },
      });
    },
  };
}

const FAILURE = 400;
