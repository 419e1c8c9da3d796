import type { DeliverySummary, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import type { Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries.queries.ts';
import { assigned } from '../assign-driver.ts';
import { carriesFor } from '../carries-for.ts';
import { findActiveDriver, type DriverRow } from '../driver-choice.queries.ts';
import type { Shipping } from '../open-shipping.ts';
import { directJob } from './direct-job.ts';
import type { ReachedJob } from './find-reached-job.ts';

/** Gives a delivery its driver, or another one; the latter is no change of status. */
export async function assignDelivery(
  { params, body }: Input<Operations['assignDelivery']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<DeliverySummary>> {
  const driver = await findActiveDriver(room.store.system, body.driver_id);
  return directJob(
    {
      action: 'assignDelivery',
      jobNumber: params.jobNumber,
      details: { driver_id: body.driver_id },
      decide: (row, job) =>
        assignedBy(row, { driver: carrierFor(job.tenant, driver, body.driver_id), job, call }),
    },
    { call, room },
  );
}

/** The change that assigns by hand; null where that driver has it already. */
export function assignedBy(
  row: DeliveryRow,
  {
    driver,
    job,
    call,
  }: { readonly driver: DriverRow; readonly job: ReachedJob; readonly call: DispatchCall },
): DeliveryChange | null {
  if (row.driver_id === driver.id && row.status === 'assigned') return null;
  return assigned(row, driver, {
    now: job.now,
    cause: { actor_type: 'dispatcher', actor: call.operator.id, note: null },
  });
}

/** A driver who was found active and carries for the tenant, or the refusal, which is the same for somebody else's. */
export function carrierFor(tenant: Tenant, driver: DriverRow | undefined, id: string): DriverRow {
  if (driver && carriesFor(driver, tenant)) return driver;
  throw new Failure('DRIVER_NOT_FOUND', `There is no active driver ${id.slice(0, 64)}.`);
}
