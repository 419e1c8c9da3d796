import type { Context } from '../../../kernel/call/context.ts';
import { hintDrill } from '../drills/apply-fault.ts';
import { hintAttempt, isSuccess } from './hint-attempt.ts';
import { MESSAGE_SECRET } from '../fan-out/plan-messages.ts';
import { defaultRetrySchedule } from '../fan-out/retry-schedule.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { makeRequest } from './make-request.ts';
import type { Claimed } from './queue.queries.ts';
import type { Outcome } from './outcome.ts';

const CHANCES = 2 ** 32;
/** What a drill makes of any answer. */
const NOT_COUNTED = { status: null, headers: {} } as const;

/** Makes one attempt of a leased delivery and tells how it went, null when no connection became free and so nothing was sent; rejects only when the stored message cannot be opened. */
export async function postOnce(
  context: Context,
  row: Claimed,
  { receiver, leaseId }: { readonly receiver: EndpointReceiver; readonly leaseId: string },
): Promise<Outcome | null> {
  const { world, vault, settings } = context;
  const body = vault.open(row.body ?? Buffer.alloc(0), MESSAGE_SECRET);
  const at = world.systemNow();
  const toSend = {
    messageId: row.message_id,
    deliveryId: row.delivery_id,
    event: row.event ?? '',
    number: row.attempt,
    body,
  };
  const { request, signatures } = makeRequest(toSend, receiver, {
    at,
    deadlineMs: settings.webhook.timeoutMs,
  });
  const result = await world.send(request);
  if (result.error === 'busy') return null;
  if (row.drill === 'duplicate') await world.send(request);
  const counted = row.drill === 'fail' ? NOT_COUNTED : result;
  const schedule = {
    ...defaultRetrySchedule,
    baseMs: settings.webhook.retryBaseMs,
    factor: settings.webhook.retryFactor,
  };
  const judged = judgeAttempt({
    row,
    result: counted,
    rule: receiver.rule,
    schedule,
    now: world.systemNow(),
    chance: world.randomInt(CHANCES) / CHANCES,
  });
  const succeeded = isSuccess(counted.status, receiver.rule);
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
