import {
  ASSIGNMENTS_MAX,
  cancelReasons,
  failureReasons,
  formatTime,
  mayMove,
  nextStatuses,
  pickupFailureReasons,
  toMajor,
  type Cancellation,
  type CancelReason,
  type Data,
  type DeliveryFailure,
  type DeliverySummary,
  type DispatchMoveBody,
  type FailureReason,
  type Input,
  type Operations,
} from '@cottontree/contract';
import { keyIn, type DispatchCall } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { assigned, unassigned } from '../deliveries/assign-driver.ts';
import { carriesFor } from '../deliveries/carries-for.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries/deliveries.queries.ts';
import { moved, timelineOf } from '../deliveries/delivery-change.ts';
import { findActiveDriver, type DriverRow } from '../deliveries/driver-choice.queries.ts';
import type { Shipping } from '../module.ts';
import { deliveryNotFound } from '../deliveries/move-delivery.ts';
import { findOnBoard } from './board.queries.ts';
import { directJob, findReachedJob, type ReachedJob } from './direct-job.ts';
import { presentOnBoard } from './board.ts';

type Details = Data<Operations['getDispatchDelivery']>;

/** Answers one delivery on the board, whole but for its codes. */
export async function getDispatchDelivery(
  { params }: Input<Operations['getDispatchDelivery']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Details>> {
  const job = await findReachedJob(params.jobNumber, call, module);
  const row = await findOnBoard(module.store.system, job);
  if (!row) throw deliveryNotFound(params.jobNumber);
  const shown = presentOnBoard(row, { settings: module.settings, vault: module.vault, now: call.now });
  return reply(
    { timeline: [...timelineOf(row)], attempts: [...row.attempts], ...shown },
    { version: String(row.version) },
  );
}

type Results = Data<Operations['assignDeliveries']>;
type Assignment = Input<Operations['assignDeliveries']>['body']['assignments'][number];

/** Assigns one after the other; a refusal stands for its own delivery only. */
export async function assignDeliveries(
  { body }: Input<Operations['assignDeliveries']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Results>> {
  const { assignments } = body;
  if (assignments.length > ASSIGNMENTS_MAX)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `assignments may hold at most ${ASSIGNMENTS_MAX}; ${assignments.length} were sent.`,
    );
  const results: Results['results'][number][] = [];
  for (const [index, input] of assignments.entries())
    results.push(await tryAssign(input, { call: each(call, index), module }));
  return reply({ results, assigned_count: results.filter(({ assigned }) => assigned).length });
}

/** Sent again, each assignment is answered as it was the first time. */
function each(call: DispatchCall, index: number): DispatchCall {
  return {
    ...call,
    idempotency: call.idempotency && {
      key: keyIn(call.idempotency.key, String(index)),
      hash: call.idempotency.hash,
    },
  };
}

async function tryAssign(
  { job_number, ...body }: Assignment,
  { call, module }: { readonly call: DispatchCall; readonly module: Shipping },
): Promise<Results['results'][number]> {
  const { driver_id } = body;
  try {
    await assignDelivery({ params: { jobNumber: job_number }, query: {}, body }, call, module);
    return { job_number, driver_id, assigned: true, error: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    return { job_number, driver_id, assigned: false, error: { code: error.code, message: error.message } };
  }
}

/** Gives a delivery its driver, or another one; the latter is no change of status. */
export async function assignDelivery(
  { params, body }: Input<Operations['assignDelivery']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<DeliverySummary>> {
  const driver = await findActiveDriver(module.store.system, body.driver_id);
  return directJob(
    {
      action: 'assignDelivery',
      jobNumber: params.jobNumber,
      details: { driver_id: body.driver_id },
      decide: (row, job) =>
        assignedBy(row, {
          driver: carrierFor(job.tenant, driver, body.driver_id),
          expected: body.expected_driver_id,
          job,
          call,
        }),
    },
    { call, module },
  );
}

type ByHand = {
  readonly driver: DriverRow;
  /** Who had it as far as whoever assigns knew; null: nobody; left out: whoever. */
  readonly expected: string | null | undefined;
  readonly job: ReachedJob;
  readonly call: DispatchCall;
};

/** The change that assigns by hand; null where that driver has it already. */
function assignedBy(row: DeliveryRow, { driver, expected, job, call }: ByHand): DeliveryChange | null {
  if (row.driver_id === driver.id && row.status === 'assigned') return null;
  const change = assigned(row, driver, {
    now: job.now,
    cause: { actor_type: 'dispatcher', actor: call.operator.name, note: null },
  });
  if (expected === undefined || expected === row.driver_id) return change;
  throw new Failure(
    'DRIVER_CHANGED',
    `Delivery ${row.job_number} ${row.driver_id === null ? 'has no driver' : `is with ${row.driver_name ?? 'another driver'}`} now.`,
    { details: { driver_id: row.driver_id } },
  );
}

/** A driver who was found active and carries for the tenant, or the refusal, which is the same for somebody else's. */
export function carrierFor(tenant: Tenant, driver: DriverRow | undefined, id: string): DriverRow {
  if (driver && carriesFor(driver, tenant)) return driver;
  throw new Failure('DRIVER_NOT_FOUND', `There is no active driver ${id.slice(0, 64)}.`);
}

/** Takes a delivery from its driver before pickup. */
export async function unassignDelivery(
  { params, body }: Input<Operations['unassignDelivery']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<DeliverySummary>> {
  const details = { reason: body.reason };
  return directJob(
    {
      action: 'unassignDelivery',
      jobNumber: params.jobNumber,
      details,
      decide: (row, job) => unassigned(row, job.now),
    },
    { call, module },
  );
}

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
  const ofPickup = pickupFailureReasons.includes(body.reason as FailureReason);
  if (body.to_status === 'failed' && from === 'assigned' && !ofPickup)
    throw conflict(`before pickup it can fail only as ${pickupFailureReasons.join(', ')}; or cancel it`);
  if (body.to_status === 'failed' && from !== 'assigned' && ofPickup)
    throw conflict(`it was picked up, so it cannot fail as ${body.reason}`);
  const change = moved(row, {
    path: [body.to_status],
    cause: { actor_type: 'dispatcher', actor: call.operator.name, note: body.note ?? null },
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
