import type { DriverJob, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import { moved, unchanged } from '../../deliveries/delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from '../../deliveries/deliveries.queries.ts';
import type { Shipping } from '../../module.ts';
import { detailsOf } from '../../deliveries/present-delivery.ts';
import { announceMilestone } from '../announce-milestone.ts';
import { contactAttemptsOf } from '../../deliveries/contact-attempts.ts';
import { arrivalsOf } from './step-record.ts';
import { notNow } from './step-refusals.ts';
import { withinStatus } from './step-time.ts';
import { causeOf, decided, takeStep, type Step, type Taken } from './take-step.ts';

export type Stop = 'pickup' | 'dropoff';

/** The courier has come to where the parcel is fetched, or to the recipient's door. */
export async function arriveAtStop(
  input: Input<Operations['arriveAtStop']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: arrival(stopOf(input.body.at)) });
}

/** The stop that is meant; some call the recipient's door the delivery. */
export function stopOf(at: Stop | 'delivery'): Stop {
  return at === 'delivery' ? 'dropoff' : at;
}

/** Arriving at a stop, which is announced once; what the courier did not report before, that he has left, is implied. */
export function arrival(stop: Stop): Step {
  const step = decided((row, taken) => (stop === 'pickup' ? atPickup(row, taken) : atDropoff(row, taken)));
  return async (taken, runner, module) => {
    const moved = await step(taken, runner, module);
    const at = arrivalsOf(moved.row)[stop];
    if (moved.changed && at !== null)
      await announceMilestone(runner, {
        key: taken.key,
        row: moved.row,
        milestone: `arrived_${stop}`,
        at: new Date(at),
      });
    return moved;
  };
}

function atPickup(row: DeliveryRow, taken: Taken): DeliveryChange | null {
  if (row.status === 'assigned') {
    const at = withinStatus(row, taken.moment.at);
    const change = arrived(row, { stop: 'pickup', at, base: unchanged(row, taken.moment.recordedAt) });
    return row.phase === 'at_pickup' && change === null
      ? null
      : { ...(change ?? unchanged(row, taken.moment.recordedAt)), phase: 'at_pickup' };
  }
  return late(row, { stop: 'pickup', taken, until: row.picked_up_at ?? row.failed_at });
}

function atDropoff(row: DeliveryRow, taken: Taken): DeliveryChange | null {
  if (row.status !== 'picked_up' && row.status !== 'in_transit')
    return late(row, { stop: 'dropoff', taken, until: row.delivered_at ?? row.failed_at });
  const at = withinStatus(row, taken.moment.at);
  const base =
    row.status === 'picked_up'
      ? moved(row, { path: ['in_transit'], cause: causeOf(taken), moment: { ...taken.moment, at } })
      : unchanged(row, taken.moment.recordedAt);
  const change = arrived(row, { stop: 'dropoff', at, base });
  const phase = (contactAttemptsOf(row).at(-1)?.at ?? '') > at.toISOString() ? row.phase : 'at_dropoff';
  return change === null && phase === row.phase && base.status === row.status
    ? null
    : { ...(change ?? base), phase };
}

/** Told after the stop was left: known from now on, and nothing else changes. */
function late(
  row: DeliveryRow,
  { stop, taken, until }: { readonly stop: Stop; readonly taken: Taken; readonly until: Date | null },
): DeliveryChange | null {
  if (until === null || taken.moment.at > until)
    throw notNow(row, row.status as 'assigned', `be reached at the ${stop} any more, or not yet`);
  return arrived(row, { stop, at: taken.moment.at, base: unchanged(row, taken.moment.recordedAt) });
}

type Arriving = { readonly stop: Stop; readonly at: Date; readonly base: DeliveryChange };

/** The first arrival counts; an earlier one that is told later takes its place. Null for nothing new. */
function arrived(row: DeliveryRow, { stop, at, base }: Arriving): DeliveryChange | null {
  const before = arrivalsOf(row);
  const known = before[stop];
  const time = at.toISOString();
  if (known !== null && known <= time) return null;
  const details = { ...detailsOf(row), arrivals: { ...before, [stop]: time } };
  return { ...base, details };
}
