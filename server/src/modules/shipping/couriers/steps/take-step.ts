import { nextStatuses, normaliseJobNumber, type DeliveryStatus, type DriverJob } from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Runner } from '../../../../store/index.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { parseTime } from '../../../../kernel/time/parse-time.ts';
import { timelineOf, type Moment } from '../../deliveries/delivery-change.ts';
import type { DeliveryRow, JobKey } from '../../deliveries/deliveries.queries.ts';
import { findJob, type Job } from '../../deliveries/jobs.queries.ts';
import { deliveryNotFound, moveDelivery, type Decide, type Moved } from '../../deliveries/move-delivery.ts';
import type { Shipping } from '../../module.ts';
import { presentDriverJob } from '../present-driver-job.ts';

/** A step under way: whose, of which delivery, and when it happened. */
export type Taken = {
  readonly key: JobKey;
  readonly driver: DriverCall['driver'];
  readonly moment: Moment;
};

/** What a step does, through `runner` and nothing else. */
export type Step = (taken: Taken, runner: Runner, module: Shipping) => Promise<Moved>;

type StepRequest = {
  readonly params: { readonly jobNumber: string };
  readonly body: { readonly occurred_at?: string };
};

/** Takes one step of a courier's job, once however often it is sent; answers the job as it stands then. */
export async function takeStep(
  { params, body }: StepRequest,
  call: DriverCall,
  { module, step }: { readonly module: Shipping; readonly step: Step },
): Promise<Reply<DriverJob>> {
  const occurredAt = readOccurredAt(body.occurred_at);
  const job = await findOwnJob(module, params.jobNumber, call.driver.id);
  const moment = momentBetween(occurredAt, { since: null, now: job.clock ?? call.now });
  return effect(
    module,
    { tenant: job.tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const { row } = await step({ key: job, driver: call.driver, moment }, tx, module);
        return reply(presentDriverJob(row));
      },
    },
  );
}

/** The job with this number if this courier has it; else the same 404 as for none. */
async function findOwnJob(
  module: Pick<Shipping, 'store'>,
  jobNumber: string,
  driverId: string,
): Promise<Job> {
  const job = await findAnyJob(module, jobNumber);
  if (job.driverId !== driverId) throw deliveryNotFound(job.jobNumber);
  return job;
}

/** The job with this number, whoever has it. */
export async function findAnyJob(module: Pick<Shipping, 'store'>, jobNumber: string): Promise<Job> {
  const number = normaliseJobNumber(jobNumber);
  const job = number === null ? undefined : await findJob(module.store.system, number);
  if (!job) throw deliveryNotFound(number ?? jobNumber);
  return job;
}

/** A step that one pure function decides on the delivery as it stands. */
export function decided(decide: (row: DeliveryRow, taken: Taken) => ReturnType<Decide>): Step {
  return (taken, runner, module) =>
    moveDelivery(runner, taken.key, {
      decide: (row) => decide(ownRow(row, taken), taken),
      wallClock: module.world.now(),
    });
}

/** The row if the courier still has the job when it is read. */
export function ownRow(row: DeliveryRow, { driver }: Pick<Taken, 'driver'>): DeliveryRow {
  if (row.driver_id !== driver.id) throw deliveryNotFound(row.job_number);
  return row;
}

/** Who a courier's changes come from. */
export function causeOf({ driver }: Taken, note: string | null = null) {
  return { actor_type: 'driver' as const, actor: driver.name, note };
}

/** Where couriers ride, for times that name no offset. */
const TIME_ZONE = 'Africa/Freetown';

/** When a step happened as the phone says; null for now. */
export function readOccurredAt(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const parsed = parseTime(text, TIME_ZONE);
  if (!parsed.ok) throw invalid({ path: 'occurred_at', message: parsed.message });
  return parsed.at;
}

/** Neither in the future nor before `since`, up to when everything is known already. */
export function momentBetween(
  occurredAt: Date | null,
  { since, now }: { readonly since: Date | null; readonly now: Date },
): Moment {
  const at =
    occurredAt === null || occurredAt > now ? now : since !== null && occurredAt < since ? since : occurredAt;
  return { at: at > now ? now : at, recordedAt: now };
}

/** The moment within the present status: never before it was entered. */
export function withinStatus(row: DeliveryRow, at: Date): Date {
  const entered = timelineOf(row).at(-1);
  return entered && new Date(entered.at) > at ? new Date(entered.at) : at;
}

/** A step that the delivery's status does not allow; `what` continues "it cannot …". */
export function notNow(row: DeliveryRow, to: DeliveryStatus, what: string): Failure {
  const from = row.status;
  if (from === 'cancelled' || from === 'failed') {
    return new Failure('DELIVERY_NOT_ACTIVE', `Delivery ${row.job_number} is ${from}; it cannot ${what}.`, {
      details: { status: from },
    });
  }
  return new Failure('STATE_CONFLICT', `Delivery ${row.job_number} is ${from}; it cannot ${what}.`, {
    details: { from, to, allowed: nextStatuses(from, 'driver') },
  });
}
