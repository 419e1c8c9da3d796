import {
  idRandomBytes,
  makeId,
  normaliseJobNumber,
  type GivenUpJob,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { unassigned } from '../deliveries/assign-driver.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries/deliveries.queries.ts';
import { findJob } from '../deliveries/jobs.queries.ts';
import { deliveryNotFound, moveDelivery } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';
import { noteGivenUp } from './offers.queries.ts';
import { beginSearch, endSearch } from './searches.queries.ts';

/** Takes a parcel that is not fetched yet from its courier and searches another; its status stays. */
export async function giveUpJob(
  { params, body }: Input<Operations['giveUpJob']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<GivenUpJob>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  const job = jobNumber === null ? undefined : await findJob(module.store.system, jobNumber);
  if (!job || (job.driverId !== null && job.driverId !== call.driver.id))
    throw deliveryNotFound(params.jobNumber);
  const key = { tenant: job.tenant, jobNumber: job.jobNumber };
  const { livemode } = job.tenant;
  const now = job.clock ?? call.now;
  const mode = module.settings.dispatchMode;

  const given = await effect(
    module,
    { tenant: job.tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        // A test delivery is open to every courier on shift instead.
        if (livemode)
          await beginSearch(tx, key, {
            mode,
            driver_ids: null,
            started_at: call.now,
            next_at: mode === 'manual' ? null : call.now,
          });
        else await endSearch(tx, key);
        await moveDelivery(tx, key, {
          decide: (row) => givenUp(row, call.driver.id, now),
          wallClock: module.world.now(),
        });
        const id = makeId('off_', call.now.getTime(), module.world.randomBytes(idRandomBytes));
        await noteGivenUp(tx, key, {
          driver_id: call.driver.id,
          reason: body.reason ?? null,
          now: call.now,
          id,
        });
        return reply<GivenUpJob>({ job_number: job.jobNumber, given_up: true });
      },
    },
  );
  module.wake('couriers.offer');
  return given;
}

function givenUp(row: DeliveryRow, driverId: string, now: Date): DeliveryChange | null {
  if (row.driver_id !== driverId) throw deliveryNotFound(row.job_number);
  return unassigned(row, now);
}
