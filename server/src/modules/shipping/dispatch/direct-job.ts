import { normaliseJobNumber, type DeliverySummary, type OperationId } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Json, Runner } from '../../../store/index.ts';
import { findDelivery, type DeliveryRow } from '../deliveries/deliveries.queries.ts';
import { moveAndFollow } from '../deliveries/follow-up/move-and-follow.ts';
import { deliveryNotFound, guessesOf, type Decide, type Moved } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';
import { presentSummary } from '../deliveries/present-delivery.ts';
import { findJob, type Job } from '../deliveries/jobs.queries.ts';
import { noteAudit } from './audit.ts';

type Direction = {
  readonly action: OperationId;
  readonly jobNumber: string;
  /** What the audit log keeps of the request. */
  readonly details: { readonly [name: string]: Json };
  readonly decide: (row: DeliveryRow, job: ReachedJob) => ReturnType<Decide>;
  /** What else is written with it. */
  readonly alongside?: (tx: Runner, job: ReachedJob) => Promise<void>;
};

type Directing = { readonly call: DispatchCall; readonly module: Shipping };

/** Changes a delivery within reach as `decide` says, and notes in the same transaction who did it; nothing is noted where nothing changes. */
export async function directJob(
  direction: Direction,
  { call, module }: Directing,
): Promise<Reply<DeliverySummary>> {
  const job = await findReachedJob(direction.jobNumber, call, module);
  return effect(
    module,
    { tenant: job.tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        await changeJob(tx, direction, { job, call, module });
        const row = await findDelivery(tx, job, guessesOf(module.world.now()));
        if (!row) throw new Error(`Delivery ${job.jobNumber} went away while it was changed.`);
        return reply(presentSummary(row, module));
      },
    },
  );
}

/** The change itself, for those who answer something else. */
export async function changeJob(
  tx: Runner,
  direction: Direction,
  { job, call, module }: Directing & { readonly job: ReachedJob },
): Promise<Moved> {
  const moved = await moveAndFollow(tx, job, {
    decide: (row) => direction.decide(row, job),
    module,
    now: job.now,
  });
  if (!moved.changed) return moved;
  await direction.alongside?.(tx, job);
  await noteAudit(
    tx,
    { tenant: job.tenant, jobNumber: job.jobNumber, action: direction.action, details: direction.details },
    { call, module },
  );
  return moved;
}

/** A delivery within reach of whoever directs, with the time that holds for it. */
export type ReachedJob = Job & { readonly now: Date };

/** Finds a delivery by its number; what lies out of reach is not there. */
export async function findReachedJob(
  text: string,
  call: Pick<DispatchCall, 'reach' | 'now'>,
  module: Pick<Shipping, 'store'>,
): Promise<ReachedJob> {
  const jobNumber = normaliseJobNumber(text);
  const job = jobNumber === null ? undefined : await findJob(module.store.system, jobNumber);
  if (!job || !isWithin(job, call.reach)) throw deliveryNotFound(text);
  return { ...job, now: job.clock ?? call.now };
}

function isWithin({ tenant }: Job, reach: DispatchCall['reach']): boolean {
  return reach === null || (reach.merchantId === tenant.merchantId && reach.livemode === tenant.livemode);
}
