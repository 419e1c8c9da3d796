import type { ContactWay, DriverJob, FailureReason, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import { type Fact, newFact } from '../../../../outbox/index.ts';
import { unchanged } from '../../deliveries/delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from '../../deliveries/deliveries.queries.ts';
import type { Shipping } from '../../module.ts';
import { contactAttemptsOf, withAttempt, type KeptAttempt } from '../../deliveries/contact-attempts.ts';
import { placeOf } from './place-of.ts';
import { notNow } from './step-refusals.ts';
import { withinStatus } from './step-time.ts';
import { decided, takeStep, type Step, type Taken } from './take-step.ts';

export type AttemptGiven = {
  readonly reason: FailureReason;
  readonly contact?: ContactWay;
  readonly note?: string;
  readonly lat?: number;
  readonly lng?: number;
};

/** The courier tried to reach the recipient, in vain. */
export async function recordAttempt(
  input: Input<Operations['recordAttempt']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: attempt(input.body) });
}

/** A try that did not succeed; it does not end the delivery. */
export function attempt(given: AttemptGiven): Step {
  return decided((row, taken) => {
    const onTheWay = row.status === 'picked_up' || row.status === 'in_transit';
    const end = row.picked_up_at === null ? null : (row.delivered_at ?? row.failed_at);
    if (!onTheWay && (end === null || taken.moment.at > end))
      throw notNow(row, 'failed', 'have an attempt, which is made between pickup and handover');
    return attempted(row, { given, taken, phase: onTheWay ? 'attempt_failed' : row.phase });
  });
}

type Attempting = {
  readonly given: AttemptGiven;
  readonly taken: Taken;
  readonly phase: DeliveryRow['phase'];
};

function attempted(row: DeliveryRow, { given, taken, phase }: Attempting): DeliveryChange {
  const at =
    phase === row.phase && row.status !== 'picked_up' && row.status !== 'in_transit'
      ? taken.moment.at
      : withinStatus(row, taken.moment.at);
  const place = placeOf(given);
  const one: KeptAttempt = {
    at: at.toISOString(),
    recorded_at: taken.moment.recordedAt.toISOString(),
    reason: given.reason,
    contact: given.contact ?? null,
    note: given.note ?? null,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
  };
  return {
    ...unchanged(row, taken.moment.recordedAt),
    phase,
    attempts: withAttempt(contactAttemptsOf(row), one),
    facts: [attemptFact(row, one)],
  };
}

function attemptFact(row: DeliveryRow, { at, reason, contact }: KeptAttempt): Fact {
  return newFact({
    kind: 'shipping.attempt.failed',
    sequence: row.version + 1,
    at,
    facts: {
      job_number: row.job_number,
      order_number: row.order_number,
      transaction_id: row.transaction_id,
      reason,
      contact,
      at,
    },
  });
}
