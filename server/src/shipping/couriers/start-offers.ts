import {
  formatOptionalTime,
  firstPhaseOf,
  nextStatuses,
  offeredDriversMax,
  type DeliveryPhase,
  type DeliveryStatus,
  type Input,
  type Operations,
  type Search,
} from '@cottontree/contract';
import { ownedByOperator, type DispatchCall } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Runner } from '../../store/index.ts';
import { findDelivery, type JobKey } from '../deliveries.queries.ts';
import { findActiveDriver } from '../driver-choice.queries.ts';
import { findReachedJob } from '../dispatch/find-reached-job.ts';
import { deliveryNotFound, guessesOf } from '../move-delivery.ts';
import type { Shipping } from '../open-shipping.ts';
import { isWaiting } from './is-waiting.ts';
import { openOffers, withdrawOffers } from './offers.queries.ts';
import { beginSearch, lockSearch } from './searches.queries.ts';
import { takeSearchStep } from './take-search-step.ts';

type Body = Input<Operations['startOffers']>['body'];

/** Starts the search for a courier anew, as whoever directs them wants it. */
export async function startOffers(
  { params, body }: Input<Operations['startOffers']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<Search>> {
  const named = body.driver_ids ?? [];
  if (named.length > offeredDriversMax)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `At most ${offeredDriversMax} couriers can be named; ${named.length} were.`,
      { details: { items_max: offeredDriversMax } },
    );
  const job = await findReachedJob(params.jobNumber, call, room);
  const key = { tenant: job.tenant, jobNumber: job.jobNumber };

  const begun = await effect(
    room,
    { tenant: job.tenant, idempotency: ownedByOperator(call) },
    {
      work: async (tx) => {
        await begin(tx, key, { body, now: room.world.now() });
        return reply({ job_number: job.jobNumber });
      },
    },
  );
  if (!begun.replayed) await takeFirstStep(room, key);
  return { ...begun, data: await readSearch(room, key, body) };
}

async function begin(
  tx: Runner,
  key: JobKey,
  { body, now }: { readonly body: Body; readonly now: Date },
): Promise<void> {
  for (const id of body.driver_ids ?? []) {
    if (!(await findActiveDriver(tx, id)))
      throw new Failure('DRIVER_NOT_FOUND', `There is no active driver ${id}.`);
  }
  // Due at once in live mode: should this node fall over before it takes the first step, another takes it.
  await beginSearch(tx, key, {
    mode: body.mode,
    driver_ids: body.driver_ids ?? null,
    started_at: now,
    next_at: key.tenant.livemode ? now : null,
  });
  const row = await findDelivery(tx, key, guessesOf(now));
  if (!row) throw deliveryNotFound(key.jobNumber);
  if (!isWaiting(row)) {
    const details = {
      from: row.status,
      to: 'assigned',
      allowed: nextStatuses(row.status as DeliveryStatus, 'dispatcher'),
    };
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${row.status}${row.driver_id === null ? '' : ' and has a courier'}; only one that has none can be offered.`,
      { details },
    );
  }
  await withdrawOffers(tx, key, now);
}

/** Across merchants, for couriers carry for all of them. */
async function takeFirstStep(room: Shipping, key: JobKey): Promise<void> {
  const told = await room.store.system.transaction(async (tx) => {
    const search = await lockSearch(tx, key);
    return search !== undefined && takeSearchStep(tx, room, { search, key, now: room.world.now() });
  });
  if (told) room.wake('webhooks.fanOut');
}

async function readSearch(room: Shipping, key: JobKey, { mode }: Body): Promise<Search> {
  const runner = room.store.of(key.tenant);
  const row = await findDelivery(runner, key, guessesOf(room.world.now()));
  if (!row) throw deliveryNotFound(key.jobNumber);
  const offers = await openOffers(runner, key);
  const status = row.status as DeliveryStatus;
  return {
    job_number: key.jobNumber,
    status,
    phase: (row.phase as DeliveryPhase | null) ?? firstPhaseOf(status),
    mode,
    driver_id: row.driver_id,
    offers: offers.map(({ id, driver_id, expires_at }) => ({
      id,
      driver_id,
      expires_at: formatOptionalTime(expires_at),
    })),
  };
}
