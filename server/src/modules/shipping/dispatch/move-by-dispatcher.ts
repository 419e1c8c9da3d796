import {
  cancelReasons,
  failureReasons,
  formatTime,
  mayMove,
  nextStatuses,
  pickupFailureReasons,
  toMajor,
  type Cancellation,
  type CancelReason,
  type DeliveryFailure,
  type DeliverySummary,
  type DispatchMoveBody,
  type FailureReason,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries/deliveries.queries.ts';
import { moved } from '../deliveries/delivery-change.ts';
import type { Shipping } from '../module.ts';
import { directJob } from './direct-job.ts';

/** Moves a delivery on, or ends it, without a code; in the status wanted already, it is answered again. */
export async function moveByDispatcher(
  { params, body }: Input<Operations['moveByDispatcher']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<DeliverySummary>> {
  requireReason(body);
  const decide = (row: DeliveryRow, { now }: { readonly now: Date }): DeliveryChange | null =>
    row.status === body.to_status ? null : movedTo(row, body, { call, now });
  const details = { to_status: body.to_status, reason: body.reason ?? null, note: body.note ?? null };
  return directJob(
    { action: 'moveByDispatcher', jobNumber: params.jobNumber, details, decide },
    { call, module },
  );
}

function requireReason({ to_status: to, reason }: DispatchMoveBody): void {
  const reasons: readonly string[] | null =
    to === 'cancelled' ? cancelReasons : to === 'failed' ? failureReasons : null;
  if (reasons && !(reason !== undefined && reasons.includes(reason)))
    throw invalid({ path: 'reason', message: `is required for ${to}: one of ${reasons.join(', ')}` });
}

type Moving = { readonly call: DispatchCall; readonly now: Date };

function movedTo(row: DeliveryRow, body: DispatchMoveBody, { call, now }: Moving): DeliveryChange {
  const from = row.status;
  const conflict = (why: string): Failure =>
    new Failure('STATE_CONFLICT', `Delivery ${row.job_number} is ${from}; ${why}.`, {
      details: { from, to: body.to_status, allowed: nextStatuses(from, 'dispatcher') },
    });
  if (!mayMove(from, body.to_status, 'dispatcher'))
    throw conflict(`a dispatcher cannot move it to ${body.to_status}`);
  if (body.to_status === 'completed' && row.cod_status !== 'none' && row.cod_status !== 'settled')
    throw conflict(`its cash is ${row.cod_status} and must be settled first`);
  if (
    body.to_status === 'failed' &&
    from === 'assigned' &&
    !pickupFailureReasons.includes(body.reason as FailureReason)
  )
    throw conflict(`before pickup it can fail only as ${pickupFailureReasons.join(', ')}; or cancel it`);
  const change = moved(row, {
    path: [body.to_status],
    cause: { actor_type: 'dispatcher', actor: call.operator.id, note: body.note ?? null },
    moment: { at: now, recordedAt: now },
  });
  if (body.to_status === 'failed') return { ...change, cod_status: 'none', failure: failureOf(body, change) };
  if (body.to_status === 'cancelled')
    return { ...change, cod_status: 'none', cancellation: cancellationOf(row, body, change) };
  return change;
}

function failureOf(
  { reason, note }: DispatchMoveBody,
  { failed_at: at, updated_at }: DeliveryChange,
): DeliveryFailure {
  return {
    reason: reason as FailureReason,
    note: note ?? null,
    by: 'dispatcher',
    at: formatTime(at ?? updated_at),
  };
}

/** What the platform calls off costs the merchant nothing. */
function cancellationOf(
  row: DeliveryRow,
  { reason, note }: DispatchMoveBody,
  { cancelled_at: at, updated_at }: DeliveryChange,
): Cancellation {
  return {
    reason: reason as CancelReason,
    note: note ?? null,
    by: 'dispatcher',
    fee: 0,
    refund: toMajor(row.shipping_fee, row.currency),
    at: formatTime(at ?? updated_at),
  };
}
