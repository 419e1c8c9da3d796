import {
  formatOptionalTime,
  firstPhaseOf,
  nextStatuses,
  offeredDriversMax,
  type Input,
  type Operations,
  type Search,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { findDelivery, type JobKey } from '../deliveries/deliveries.queries.ts';
import { findActiveDriver } from '../deliveries/driver-choice.queries.ts';
import { carrierFor } from '../dispatch/deliveries.ts';
import { findReachedJob } from '../dispatch/direct-job.ts';
import { deliveryNotFound, guessesOf } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';
import { isWaiting } from '../deliveries/is-waiting.ts';
import { openOffers, withdrawOffers } from './offers.queries.ts';
import { beginSearch, lockSearch } from './searches.queries.ts';
import { takeSearchStep } from './take-search-step.ts';

type Body = Input<Operations['startOffers']>['body'];

/** Starts the search for a courier anew, as whoever directs them wants it. */
export async function startOffers(
  { params, body }: Input<Operations['startOffers']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Search>> {
  const named = body.driver_ids ?? [];
  if (named.length > offeredDriversMax)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `At most ${offeredDriversMax} couriers can be named; ${named.length} were.`,
      { details: { items_max: offeredDriversMax } },
    );
  const { tenant, jobNumber } = await findReachedJob(params.jobNumber, call, module);
  const key = { tenant, jobNumber };

  const answer = await writeThenAct<null, { job_number: string }, Search>(
    module,
    { tenant, idempotency: call.idempotency },
    {
      judge: async () => null,
      write: async (tx) => {
        await begin(tx, key, { body, now: module.world.now() });
        return { job_number: jobNumber };
      },
      act: async (_written, again) => {
        await takeFirstStep(module, key, again);
        return reply(await readSearch(module, key, body));
      },
    },
  );
  return namesOnly(answer.data) ? { ...answer, data: await readSearch(module, key, body) } : answer;
}

/** What programs before this one kept of an answer. */
function namesOnly(data: object): boolean {
  return Object.keys(data).length === 1;
}

async function begin(
  tx: Runner,
  key: JobKey,
  { body, now }: { readonly body: Body; readonly now: Date },
): Promise<void> {
  for (const id of body.driver_ids ?? []) {
    carrierFor(key.tenant, await findActiveDriver(tx, id), id);
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
    const details = { from: row.status, to: 'assigned', allowed: nextStatuses(row.status, 'dispatcher') };
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${row.status}${row.driver_id === null ? '' : ' and has a courier'}; only one that has none can be offered.`,
      { details },
    );
  }
  await withdrawOffers(tx, key, now);
}

/** Across merchants, for couriers carry for all of them. Where a server died before it could answer, the step may be taken: then what follows has its own time. */
async function takeFirstStep(module: Shipping, key: JobKey, again: boolean): Promise<void> {
  await module.store.system.transaction(async (tx) => {
    const [search, now] = [await lockSearch(tx, key), module.world.now()];
    if (!search || (again && key.tenant.livemode && (search.next_at === null || search.next_at > now)))
      return;
    await takeSearchStep(tx, module, { search, key, now });
  });
}

async function readSearch(module: Shipping, key: JobKey, { mode }: Body): Promise<Search> {
  const runner = module.store.of(key.tenant);
  const row = await findDelivery(runner, key, guessesOf(module.world.now()));
  if (!row) throw deliveryNotFound(key.jobNumber);
  const offers = await openOffers(runner, key);
  const status = row.status;
  return {
    job_number: key.jobNumber,
    status,
    phase: row.phase ?? firstPhaseOf(status),
    mode,
    driver_id: row.driver_id,
    offers: offers.map(({ id, driver_id, expires_at }) => ({
      id,
      driver_id,
      expires_at: formatOptionalTime(expires_at),
    })),
  };
}
