import type { UndeliverableAction } from '@cottontree/contract';
import type { Runner } from '../../../../store/index.ts';
import type { DeliveryChange, DeliveryRow, JobKey } from '../deliveries.queries.ts';
import { insertDeliveries } from '../new-deliveries.queries.ts';
import { carriesFor } from '../carries-for.ts';
import { moved } from '../delivery-change.ts';
import { findCourierOwner } from '../driver-choice.queries.ts';
import { moveDelivery, type Decide, type Moved } from '../move-delivery.ts';
import type { Shipping } from '../../module.ts';
import { detailsOf, type DeliveryDetails } from '../present-delivery.ts';
import { composeReturn, type ComposedReturn } from './compose-return.ts';

export type Following = {
  readonly decide: Decide;
  readonly module: Pick<Shipping, 'world' | 'vault'>;
  readonly now: Date;
};

/**
 * Moves a delivery as `moveDelivery` does and, where that makes it fail with the parcel on board, does
 * in the same transaction what the merchant wanted for that case: the job that brings it back, or the hold.
 */
export async function moveAndFollow(
  tx: Runner,
  key: JobKey,
  { decide, module, now }: Following,
): Promise<Moved> {
  const planned: { back: ComposedReturn | null } = { back: null };
  const wallClock = module.world.now();
  const result = await moveDelivery(tx, key, {
    wallClock,
    decide: (row) => {
      const change = decide(row);
      const wanted = change && strands(row, change) ? wantedFor(row) : null;
      planned.back = wanted === 'return' ? composeReturn(row, { module, now }) : null;
      if (!change || wanted === null) return change;
      return planned.back
        ? withReturn(row, change, planned.back)
        : { ...change, phase: wanted === 'hold' ? 'held' : null };
    },
  });
  if (result.changed && planned.back)
    await beginReturn(tx, key, { back: planned.back, driverId: result.row.driver_id, module, now });
  return result;
}

/** Whether there is no parcel any more: of all that it can fail for, only being lost leaves nothing to bring back. */
export function lostItsParcel({ failure }: Pick<DeliveryRow, 'failure'>): boolean {
  return failure?.reason === 'package_lost';
}

/** Whether the change leaves a parcel on board of a job that has failed. */
function strands(row: DeliveryRow, change: DeliveryChange): boolean {
  return (
    change.status === 'failed' &&
    row.status !== 'failed' &&
    change.picked_up_at !== null &&
    row.kind !== 'return' &&
    !lostItsParcel(change)
  );
}

function wantedFor(row: DeliveryRow): UndeliverableAction {
  const simulated = row.simulation;
  return simulated?.simulation.outcome === 'returned' ? 'return' : detailsOf(row).undeliverable_action;
}

/** The change of the failed job that names its return. */
export function withReturn(row: DeliveryRow, change: DeliveryChange, back: ComposedReturn): DeliveryChange {
  const before = detailsOf(row);
  const details: DeliveryDetails = { ...before, related_jobs: [...before.related_jobs, back.related] };
  return { ...change, phase: 'returning', details };
}

type Beginning = {
  readonly back: ComposedReturn;
  readonly driverId: string | null;
  readonly module: Pick<Shipping, 'world'>;
  readonly now: Date;
};

/** Creates the return; whoever has the parcel in hand, and still carries for this merchant, is its courier from the start. */
export async function beginReturn(
  tx: Runner,
  { tenant }: JobKey,
  { back, driverId, module, now }: Beginning,
): Promise<void> {
  const [made] = await insertDeliveries(tx, [back.columns]);
  if (!made?.inserted) throw new Error(`The return ${back.related.job_number} could not be made.`);
  const courier = driverId === null ? undefined : await findCourierOwner(tx, driverId);
  if (!courier || !carriesFor(courier, tenant)) return;
  const decide = (row: DeliveryRow): DeliveryChange => ({
    ...moved(row, {
      path: ['assigned'],
      cause: { actor_type: 'system', actor: null, note: null },
      moment: { at: now, recordedAt: now },
    }),
    driver_id: driverId,
    due_at: row.simulation === null ? null : row.due_at,
  });
  await moveDelivery(
    tx,
    { tenant, jobNumber: back.related.job_number },
    { decide, wallClock: module.world.now() },
  );
}
