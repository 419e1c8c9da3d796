import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isOutage } from '../../../store/index.ts';
import type { DeliveryChange, DeliveryRow, JobKey } from './deliveries.queries.ts';
import { deliveriesDueOnClock, dueDeliveries, findLeastBusyDriver } from './driver-choice.queries.ts';
import { unchanged } from './delivery-change.ts';
import { isWaiting } from './is-waiting.ts';
import { moveAndFollow } from './follow-up/move-and-follow.ts';
import type { Shipping } from '../module.ts';
import { simulated } from './run-simulation.ts';
import { endsOf } from './tracking/locate-courier.ts';
import { walked } from './walk-delivery.ts';
import type { ZoneIndex } from '../coverage/compile-zones.ts';

const BATCH_ROWS = 200;
const CLOCK_BATCH_ROWS = 100;
/** Steps that one advance of a clock may set off, so that it ends. */
const CLOCK_STEPS_MAX = 100_000;

/** Does what falls due by itself: cancels what no driver took, completes what is delivered, moves simulations on. */
export async function runDueDeliveries(module: Shipping): Promise<number> {
  const now = module.world.now();
  const due = await dueDeliveries(module.store.system, now, BATCH_ROWS);
  let taken = 0;
  for (const key of due) taken += Number(await tryDueStep(module, key, now));
  return taken;
}

/** One delivery that cannot be moved must not hold up all that fall due after it. */
async function tryDueStep(module: Shipping, key: JobKey, now: Date): Promise<boolean> {
  try {
    await takeDueStep(module, key, now);
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error(
      { error, jobNumber: key.jobNumber },
      'What was due for a delivery could not be done and is tried again.',
    );
    return false;
  }
}

/** Does what a merchant's test clock has made due, each thing at its own moment and in order of time. */
export async function runDueOnClock(module: Shipping, tenant: Tenant, clock: Date): Promise<void> {
  for (let steps = 0; steps < CLOCK_STEPS_MAX;) {
    const due = await deliveriesDueOnClock(module.store.of(tenant), tenant, {
      now: clock,
      rowsMax: CLOCK_BATCH_ROWS,
    });
    if (due.length === 0) break;
    for (const { job_number: jobNumber, due_at: at } of due)
      await takeDueStep(module, { tenant, jobNumber }, at ?? clock);
    steps += due.length;
  }
}

async function takeDueStep(module: Shipping, key: JobKey, now: Date): Promise<void> {
  const driver = await findLeastBusyDriver(module.store.system, key.tenant);
  const decide = (row: DeliveryRow): DeliveryChange | null =>
    row.due_at === null || row.due_at > now
      ? null
      : dueChange(row, { driverId: driver?.id ?? null, now, zones: module.map().zones });
  await module.store.transaction(key.tenant, (tx) => moveAndFollow(tx, key, { decide, module, now }));
}

function dueChange(
  row: DeliveryRow,
  at: { readonly driverId: string | null; readonly now: Date; readonly zones: ZoneIndex },
): DeliveryChange | null {
  if (row.simulation !== null)
    return simulated(row, { driverId: at.driverId, now: at.now, ends: endsOf(row, at.zones) });
  const status = row.status;
  if (isWaiting(row))
    return walked(row, { path: ['cancelled'], driverId: null, reason: null, by: 'system', now: at.now });
  if (status === 'delivered')
    return walked(row, { path: ['completed'], driverId: null, reason: null, by: 'system', now: at.now });
  return { ...unchanged(row, at.now), due_at: null };
}
