import { formatTime, normaliseCode, normaliseJobNumber, orderStatusOf, type DeliveryStatus, type HandoffType, type HandoffVerification, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import { Failure, invalid } from '../core/failure.ts';
import { readTime } from '../core/read-time.ts';
import { reply, type Reply } from '../core/reply.ts';
import { moved, unchanged, type Moment } from './delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';
import { attemptsOf, CODE_ATTEMPTS_MAX, CODE_FAILURES_PER_HOUR_MAX, CODE_PURPOSE, judgeCode, type Verdict } from './judge-code.ts';
import { deliveryNotFound, guessesOf, moveDelivery } from './move-delivery.ts';
import type { Shipping } from './open-shipping.ts';

type Given = { readonly type: HandoffType; readonly macs: readonly Buffer[]; readonly note: string | null; readonly occurredAt: Date | null };

/** Checks a handoff code and, where it is right, moves the delivery on; a wrong one is counted before it is told. */
export async function verifyHandoff({ params, body }: Input<Operations['verifyHandoff']>, call: Call, room: Shipping): Promise<Reply<HandoffVerification>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  const type = body.type ?? body.code_type;
  if (type === undefined) throw invalid({ path: 'type', message: 'is required: pickup or delivery' });
  const code = normaliseCode(body.code);
  if (code === null) throw invalid({ path: 'code', message: 'must be six digits' });
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const given: Given = {
    type,
    macs: room.vault.fingerprints(CODE_PURPOSE, jobNumber, type, code),
    note: body.recipient_name === undefined ? null : `Taken by ${body.recipient_name}`,
    occurredAt: body.occurred_at === undefined ? null : readTime(body.occurred_at, { path: 'occurred_at', call }),
  };

  return effect(room, call, {
    single: true,
    work: async (runner) => {
      const wallClock = room.world.now();
      const judged: { verdict: Verdict } = { verdict: { kind: 'repeated' } };
      const decide = (row: DeliveryRow): DeliveryChange | null => {
        judged.verdict = judgeCode(row, { ...given, secondsToNextHour: secondsToNextHour(wallClock) });
        return changeFor(row, { verdict: judged.verdict, given, call, wallClock });
      };
      const { row, changed } = await moveDelivery(runner, { tenant: call.tenant, jobNumber }, { decide, wallClock });
      if (judged.verdict.kind === 'wrong') throw wrongCode(row, type, judged.verdict.counted);
      if (changed) room.wake('webhooks.fanOut');
      return reply(present(row, { type, alreadyVerified: !changed }));
    },
  });
}

type Judged = { readonly verdict: Verdict; readonly given: Given; readonly call: Call; readonly wallClock: Date };

function changeFor(row: DeliveryRow, { verdict, given, call, wallClock }: Judged): DeliveryChange | null {
  if (verdict.kind === 'repeated' || (verdict.kind === 'wrong' && !verdict.counted)) return null;
  if (verdict.kind === 'move') {
    const cause = { actor_type: 'merchant' as const, actor: null, note: given.note };
    return moved(row, { path: verdict.path, cause, moment: momentOf(given.occurredAt, call.now), verifies: true });
  }
  const attempts = attemptsOf(row, given.type) + 1;
  const guess = guessesOf(wallClock);
  return {
    ...unchanged(row, call.now),
    ...(given.type === 'pickup' ? { pickup_attempts: attempts } : { delivery_attempts: attempts }),
    guess_subject: guess.subject,
    guess_hour: guess.hour,
    guesses_max: CODE_FAILURES_PER_HOUR_MAX,
  };
}

/** What was done offline happened when its doer says, but not in the future. */
function momentOf(occurredAt: Date | null, now: Date): Moment {
  return { at: occurredAt === null || occurredAt > now ? now : occurredAt, recordedAt: now };
}

function wrongCode(row: DeliveryRow, type: HandoffType, counted: boolean): Failure {
  const left = CODE_ATTEMPTS_MAX - attemptsOf(row, type);
  return new Failure('INVALID_HANDOFF_CODE', `Incorrect ${type} code. ${left} ${left === 1 ? 'attempt' : 'attempts'} left.`, { details: { attempts_left: left }, kept: counted });
}

function present(row: DeliveryRow, { type, alreadyVerified }: { readonly type: HandoffType; readonly alreadyVerified: boolean }): HandoffVerification {
  const status = row.status as DeliveryStatus;
  const verifiedAt = type === 'pickup' ? (row.pickup_verified_at ?? row.picked_up_at) : (row.delivery_verified_at ?? row.delivered_at);
  return {
    job_number: row.job_number,
    type,
    verified: true,
    already_verified: alreadyVerified,
    status,
    order_status: orderStatusOf(status),
    pickup_verified: row.pickup_verified_at !== null,
    delivery_verified: row.delivery_verified_at !== null,
    verified_at: formatTime(verifiedAt ?? row.updated_at),
    attempts_left: CODE_ATTEMPTS_MAX - attemptsOf(row, type),
    livemode: row.livemode,
  };
}

function secondsToNextHour(now: Date): number {
  return 3_600 - (Math.floor(now.getTime() / 1_000) % 3_600);
}
