import {
  formatTime,
  normaliseCode,
  normaliseJobNumber,
  orderStatusOf,
  type HandoffType,
  type HandoffVerification,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { readOptionalTime } from '../../../kernel/time/read-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Moment } from './delivery-change.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import { attemptsOf, CODE_ATTEMPTS_MAX } from './judge-code.ts';
import { deliveryNotFound } from './move-delivery.ts';
import type { Shipping } from '../module.ts';
import { tryCode } from './try-code.ts';

/** Checks a handoff code and, where it is right, moves the delivery on; a wrong one is counted before it is told. */
export async function verifyHandoff(
  { params, body }: Input<Operations['verifyHandoff']>,
  call: Call,
  module: Shipping,
): Promise<Reply<HandoffVerification>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  const type = body.type ?? body.code_type;
  if (type === undefined) throw invalid({ path: 'type', message: 'is required: pickup or delivery' });
  const code = normaliseCode(body.code);
  if (code === null) throw invalid({ path: 'code', message: 'must be six digits' });
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const moment = momentOf(readOptionalTime(body.occurred_at, { path: 'occurred_at', call }), call.now);
  const place = body.lat === undefined || body.lng === undefined ? null : { lat: body.lat, lng: body.lng };

  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const { row, changed } = await tryCode(runner, module, {
        key: { tenant: call.tenant, jobNumber },
        type,
        code,
        moment,
        place,
        recipientName: body.recipient_name ?? null,
        by: { actor_type: 'merchant', actor: null },
      });
      return reply(present(row, { type, alreadyVerified: !changed }));
    },
  });
}

/** What was done offline happened when its doer says, but not in the future. */
function momentOf(occurredAt: Date | null, now: Date): Moment {
  return { at: occurredAt === null || occurredAt > now ? now : occurredAt, recordedAt: now };
}

function present(
  row: DeliveryRow,
  { type, alreadyVerified }: { readonly type: HandoffType; readonly alreadyVerified: boolean },
): HandoffVerification {
  const status = row.status;
  const verifiedAt =
    type === 'pickup'
      ? (row.pickup_verified_at ?? row.picked_up_at)
      : (row.delivery_verified_at ?? row.delivered_at);
  return {
    job_number: row.job_number,
    type,
    verified: true,
    already_verified: alreadyVerified,
    status,
    order_status: orderStatusOf(status, row.kind),
    pickup_verified: row.pickup_verified_at !== null,
    delivery_verified: row.delivery_verified_at !== null,
    verified_at: formatTime(verifiedAt ?? row.updated_at),
    attempts_left: CODE_ATTEMPTS_MAX - attemptsOf(row, type),
    livemode: row.livemode,
  };
}
