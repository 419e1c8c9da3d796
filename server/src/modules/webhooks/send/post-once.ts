import type { Context } from '../../../kernel/call/context.ts';
import type { OutgoingResult } from '../../../kernel/running/world.ts';
import { readKeptTrace, traceHeaders, type Tracer } from '../../../kernel/running/trace.ts';
import { hintDrill } from '../drills/apply-fault.ts';
import { defaultRetrySchedule } from '../fan-out/retry-schedule.ts';
import { deliveryHeaders, linesOf } from '../signing/message-headers.ts';
import { signAttempt } from '../signing/sign-message.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';
import { hintAttempt, isSuccess } from './hint-attempt.ts';
import { judgeAttempt } from './judge-attempt.ts';
import type { PlainMessage } from '../fan-out/plan-messages.ts';
import type { Outcome } from './outcome.ts';
import type { Claimed } from './claim.queries.ts';

const CHANCES = 2 ** 32;
/** What a drill makes of any answer. */
const NOT_COUNTED = { status: null, headers: {} } as const;

type ToPost = {
  readonly row: Claimed;
  readonly receiver: EndpointReceiver;
  readonly message: PlainMessage;
  readonly leaseId: string;
};

/** Makes one attempt of a leased delivery, and tells later how it went. */
export function postOnce(context: Context, attempt: ToPost, tell: TellAttempt): void {
  const { row, receiver, message } = attempt;
  const at = context.world.systemNow();
  const traced = message.trace === '' ? null : traceAttempt(context.tracer, attempt);
  const signed = signAttempt(
    {
      id: row.message_id,
      timestamp: Math.floor(at.getTime() / 1_000),
      body: message.body,
      secrets: receiver.secretsAt(at),
    },
    traced?.headers,
  );
  const own = deliveryHeaders({ deliveryId: row.delivery_id, event: message.event, number: row.attempt });
  const post = {
    lines: `${linesOf(own)}webhook-id: ${row.message_id}\r\n${signed.lines}`,
    body: message.body,
    deadlineMs: context.settings.webhook.timeoutMs,
  };
  const ended = { at, signatures: signed.record };
  const done = (result: OutgoingResult): void => {
    traced?.end(result);
    tell(judge(context, attempt, { ...ended, result }));
  };
  receiver.target.post(post, (result) => {
    if (row.drill !== 'duplicate' || result.error === 'busy') return done(result);
    receiver.target.post(post, () => done(result));
  });
}

/** Told how an attempt went: null when no connection became free and so nothing was sent, or by which fault of ours it is not known. */
export type TellAttempt = (outcome: Outcome | null | AttemptFault) => void;

export class AttemptFault extends Error {
  override readonly name = 'AttemptFault';
}

/** Nothing is thrown into the connection that brought the answer. */
function judge(context: Context, attempt: ToPost, ended: Ended): Outcome | null | AttemptFault {
  try {
    return ended.result.error === 'busy' ? null : outcomeOf(context, attempt, ended);
  } catch (cause) {
    return new AttemptFault('An answer could not be judged.', { cause });
  }
}

type Ended = { readonly at: Date; readonly signatures: string; readonly result: OutgoingResult };

function outcomeOf(
  { world, settings }: Context,
  { row, receiver, leaseId }: ToPost,
  { at, signatures, result }: Ended,
): Outcome {
  const counted = row.drill === 'fail' ? NOT_COUNTED : result;
  const succeeded = isSuccess(counted.status, receiver.rule);
  const judged = judgeAttempt({
    row,
    result: counted,
    rule: receiver.rule,
    schedule: {
      ...defaultRetrySchedule,
      baseMs: settings.webhook.retryBaseMs,
      factor: settings.webhook.retryFactor,
    },
    now: () => world.systemNow(),
    chance: () => world.randomInt(CHANCES) / CHANCES,
  });
  return {
    row,
    leaseId,
    ...judged,
    note: null,
    attempt: {
      at,
      durationMs: result.durationMs,
      response: result.status,
      error: result.error ?? (succeeded ? null : 'status'),
      hint: hintDrill(row.drill, hintAttempt(result, receiver.rule)),
      remoteAddress: result.remoteAddress,
      signatures,
      responseHeaders: result.status === null ? null : result.headers,
      responseBody: result.body,
      drill: row.drill,
    },
  };
}

/** An attempt as part of the trace of the request whose message it sends. */
type TracedAttempt = {
  readonly headers: Readonly<Record<string, string>>;
  readonly end: (result: OutgoingResult) => void;
};

type Sent = { readonly row: Claimed; readonly message: PlainMessage };

/** Work of its own in that trace, long after its request; null where what was kept tells of none. Addresses of merchants hold secrets, so none is told. */
function traceAttempt(tracer: Tracer, { row, message }: Sent): TracedAttempt | null {
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
