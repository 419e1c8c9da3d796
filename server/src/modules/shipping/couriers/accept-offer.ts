import type { DriverJob, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { assigned } from '../deliveries/assign-driver.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries/deliveries.queries.ts';
import { findActiveDriver, type DriverRow } from '../deliveries/driver-choice.queries.ts';
import { moveDelivery } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';
import { endSearch, lockCourierLoad, lockSearch, type LockedLoad } from './searches.queries.ts';
import { findOfferedJob, isOpen, offerExpired, offerTaken, type OfferedJob } from './offers.ts';
import { isWaiting } from '../deliveries/is-waiting.ts';
import { judgeCourier, LIMIT_WORDS } from './judge-courier.ts';
import { answerOffer, findOffer } from './offers.queries.ts';
import { presentDriverJob } from './present-driver-job.ts';
import { notOnShift } from './send-locations.ts';

/** Gives the parcel to the courier who accepts first; whoever has it already gets the same answer again. */
export async function acceptOffer(
  { params }: Input<Operations['acceptOffer']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  const job = await findOfferedJob(module, call, params.id);
  const { key } = job;
  return effect(
    module,
    { tenant: key.tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const claim = await readClaim(tx, { job, call, id: params.id });
        const { row, changed } = await moveDelivery(tx, key, {
          decide: (current) => decide(current, claim),
          wallClock: module.world.now(),
        });
        if (changed) {
          await endSearch(tx, key);
          await answerOffer(tx, key, {
            id: params.id,
            driver_id: call.driver.id,
            status: 'accepted',
            reason: null,
            now: call.now,
          });
        }
        return reply(presentDriverJob(row));
      },
    },
  );
}

type Claim = {
  readonly job: OfferedJob;
  readonly driver: DriverRow | undefined;
  readonly load: LockedLoad | undefined;
  readonly open: boolean;
  readonly call: DriverCall;
};

/** All that the decision rests on, with the search and the courier's shift locked. */
async function readClaim(
  tx: Runner,
  { job, call, id }: { readonly job: OfferedJob; readonly call: DriverCall; readonly id: string },
): Promise<Claim> {
  const { key } = job;
  const search = await lockSearch(tx, key);
  const load = await lockCourierLoad(tx, call.driver.id, key.tenant);
  const driver = await findActiveDriver(tx, call.driver.id);
  const offer = await findOffer(tx, key, { id, driverId: call.driver.id });
  return {
    job,
    driver,
    load,
    call,
    open: isOpen(offer, { searched: search !== undefined, wallClock: call.now }),
  };
}

function decide(row: DeliveryRow, { job, driver, load, open, call }: Claim): DeliveryChange | null {
  if (row.status === 'cancelled' || row.status === 'failed')
    throw new Failure('DELIVERY_NOT_ACTIVE', `Delivery ${row.job_number} is ${row.status}.`);
  if (row.driver_id === call.driver.id) return null;
  if (!isWaiting(row)) throw offerTaken();
  if (!open) throw offerExpired();
  if (!driver || !load?.on_shift) throw notOnShift();
  const limit = judgeCourier(load, row, job.key.tenant);
  if (limit !== null) throw new Failure('COURIER_LIMIT_REACHED', LIMIT_WORDS[limit], { details: { limit } });
  return assigned(row, driver, {
    cause: { actor_type: 'driver', actor: driver.name, note: null },
    now: job.now,
  });
}
