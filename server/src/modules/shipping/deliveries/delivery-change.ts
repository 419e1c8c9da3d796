import { orderStatusOf, toMajor, type CodStatus, type DeliveryStatus } from '@cottontree/contract';
import { newFact, type Fact } from '../../../outbox/index.ts';
import { completionDue } from './due-time.ts';
import type { Cause, DeliveryChange, DeliveryRow, TimelineEntry } from './deliveries.queries.ts';
export type { Cause, TimelineEntry } from './deliveries.queries.ts';

/** When it happened, and when it became known here; apart only for what was done offline. */
export type Moment = { readonly at: Date; readonly recordedAt: Date };

/** The statuses to enter, in order, why, and when. */
type Move = {
  readonly path: readonly DeliveryStatus[];
  readonly cause: Cause;
  readonly moment: Moment;
  /** The right code was given, or whoever moves it may do so without. */
  readonly verifies?: boolean;
  /** Cash was taken at the door, whatever a payment has settled. */
  readonly tookCash?: boolean;
};

/** The row as it stands, as the change that changes nothing: what every change starts from. */
export function unchanged(row: DeliveryRow, now: Date): DeliveryChange {
  return {
    version: row.version,
    status: row.status,
    timeline: [],
    updated_at: later(row.updated_at, now),
    driver_id: row.driver_id,
    cod_status: row.cod_status,
    pickup_attempts: row.pickup_attempts,
    pickup_verified_at: row.pickup_verified_at,
    delivery_attempts: row.delivery_attempts,
    delivery_verified_at: row.delivery_verified_at,
    assigned_at: row.assigned_at,
    picked_up_at: row.picked_up_at,
    in_transit_at: row.in_transit_at,
    delivered_at: row.delivered_at,
    completed_at: row.completed_at,
    cancelled_at: row.cancelled_at,
    failed_at: row.failed_at,
    cancellation: row.cancellation,
    failure: row.failure,
    simulation: row.simulation,
    due_at: row.due_at,
    facts: [],
    status_before: row.status,
    guess_subject: null,
    guess_hour: null,
    guesses_max: 0,
    phase: row.phase,
    attempts: row.attempts,
    proof: row.proof,
    rating: row.rating,
    recipient_phone: row.recipient_phone,
    delivery_city: row.delivery_city,
    cod_amount: row.cod_amount,
    estimated_pickup_at: row.estimated_pickup_at,
    estimated_delivery_at: row.estimated_delivery_at,
    pickup_reissues: row.pickup_reissues,
    delivery_reissues: row.delivery_reissues,
    details: null,
    pickup_code: null,
    pickup_code_mac: null,
    delivery_code: null,
    delivery_code_mac: null,
    cod_payment_id: null,
  };
}

/** The change that walks a delivery along a path: each status on the timeline and announced, in order. */
export function moved(row: DeliveryRow, wanted: Move): DeliveryChange {
  const move = { ...wanted, moment: notBeforeLast(row, wanted.moment) };
  const last = move.path.at(-1) ?? row.status;
  const first = timelineOf(row).length + 1;
  const entries = move.path.map((status, index) => entryOf(status, first + index, move));
  const after = {
    ...unchanged(row, move.moment.recordedAt),
    ...stampsOf(move),
    status: last,
    phase: null,
    timeline: entries,
  };
  const verified = verifiedBy(row, move);
  const collects = last === 'delivered' && (row.cod_status === 'to_collect' || move.tookCash === true);
  const told = entries.map((entry, index) =>
    statusFact(row, entry, verifiedBy(row, { ...move, path: move.path.slice(0, index + 1) })),
  );
  return {
    ...after,
    ...verified,
    cod_status: collects ? 'collected' : row.cod_status,
    due_at:
      last === 'delivered'
        ? completionDue(
            { cod_status: collects ? 'collected' : row.cod_status },
            {
              deliveredAt: move.moment.at,
              codeVerified: verified.delivery_verified_at !== null,
            },
          )
        : null,
    facts: [...told, ...(collects ? [codFact(row, 'collected', move.moment.at)] : [])],
  };
}

/** Requests that raced, and nodes whose clocks differ, must not make a timeline run backwards. */
function notBeforeLast(row: DeliveryRow, { at, recordedAt }: Moment): Moment {
  const last = timelineOf(row).at(-1);
  return last
    ? { at: later(new Date(last.at), at), recordedAt: later(new Date(last.recorded_at), recordedAt) }
    : { at, recordedAt };
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** Older programs kept some people by their ids, which tell nobody who it was. */
const IS_ID = /^[a-z]+_[0-9a-z]{26}$/;

/** What happened to it, by whom. */
export function timelineOf(row: { readonly timeline: readonly TimelineEntry[] }): readonly TimelineEntry[] {
  return row.timeline.map((entry) => (IS_ID.test(entry.actor ?? '') ? { ...entry, actor: null } : entry));
}

/** The first entry of a new delivery. */
export function firstEntry(cause: Cause, moment: Moment): TimelineEntry {
  return entryOf('pending', 1, { path: ['pending'], cause, moment });
}

function entryOf(status: DeliveryStatus, sequence: number, { cause, moment }: Move): TimelineEntry {
  return {
    sequence,
    status,
    at: moment.at.toISOString(),
    recorded_at: moment.recordedAt.toISOString(),
    ...cause,
  };
}

function stampsOf(move: Move): Partial<DeliveryChange> {
  return Object.fromEntries(
    move.path.filter((status) => status !== 'pending').map((status) => [`${status}_at`, move.moment.at]),
  );
}

type Verified = Pick<DeliveryChange, 'pickup_verified_at' | 'delivery_verified_at'>;

/** Only a move that carries a code, or stands in for one, verifies the handoffs it passes. */
function verifiedBy(row: DeliveryRow, { path, moment, verifies }: Move): Verified {
  const passes = (status: DeliveryStatus): Date | null =>
    verifies && path.includes(status) ? moment.at : null;
  return {
    pickup_verified_at: row.pickup_verified_at ?? passes('picked_up'),
    delivery_verified_at: row.delivery_verified_at ?? passes('delivered'),
  };
}

function statusFact(row: DeliveryRow, entry: TimelineEntry, verified: Verified): Fact {
  return newFact({
    kind: 'shipping.status.updated',
    sequence: entry.sequence,
    at: entry.at,
    facts: {
      transaction_id: row.transaction_id,
      job_number: row.job_number,
      status: entry.status,
      order_status: orderStatusOf(entry.status, row.kind),
      pickup_verified: verified.pickup_verified_at !== null,
      delivery_verified: verified.delivery_verified_at !== null,
      order_number: row.order_number,
    },
  });
}

/** What is announced when the cash of a delivery moves on. */
export function codFact(row: DeliveryRow, status: CodStatus, at: Date): Fact {
  return newFact({
    kind: 'shipping.cod.updated',
    sequence: row.version + 1,
    at: at.toISOString(),
    facts: {
      job_number: row.job_number,
      order_number: row.order_number,
      transaction_id: row.transaction_id,
      cod_status: status,
      cod_amount: toMajor(row.cod_amount, row.currency),
    },
  });
}
