import {
  formatTime,
  syncEventsMax,
  type Input,
  type Operations,
  type Synced,
  type SyncEvent,
  type SyncResult,
} from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { CommitAndThrow, isLockTimeout, type Runner } from '../../../../store/index.ts';
import type { Shipping } from '../../module.ts';
import type { Moment } from '../../deliveries/delivery-change.ts';
import type { Job } from '../../deliveries/jobs.queries.ts';
import { deliveryNotFound } from '../../deliveries/move-delivery.ts';
import { presentDriverJob } from '../present-driver-job.ts';
import {
  claimEvent,
  findEvent,
  findLastSync,
  markSynced,
  refuseEvent,
  type DriverEventKey,
} from './driver-events.queries.ts';
import { findAnyJob, momentBetween, readOccurredAt, type Step } from './take-step.ts';
import { arrival, codeEntry, departure, handover, pickUp, stopOf } from './steps.ts';
import { attempt, failing } from './failed-attempts.ts';
import { findJobOfDriver } from './jobs-of-driver.queries.ts';
import { proofKeeping } from './keep-proof.ts';

type Placed = { readonly event: SyncEvent; readonly at: Date; readonly place: number };

/** Takes what a courier's phone recorded offline, in the order in which it happened, each event once. */
export async function syncJobs(
  { body }: Input<Operations['syncJobs']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<Synced>> {
  const { events, more } = body;
  if (events.length > syncEventsMax)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `At most ${syncEventsMax} events go into one request; ${events.length} were sent.`,
      { details: { items_max: syncEventsMax } },
    );
  const placed = events.map((event, place): Placed => ({
    event,
    place,
    at: readOccurredAt(event.occurred_at) ?? call.now,
  }));
  const since = await findLastSync(module.store.system, call.driver.id);
  const results: SyncResult[] = [];
  for (const { event, at, place } of placed.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || one.place - other.place,
  )) {
    results[place] = await applyEvent({ event, occurredAt: at, since }, call, module);
  }
  if (more !== true) await markSynced(module.store.system, call.driver.id, call.now);
  return reply({ results });
}

/** What a recorded event is told apart by; it may hold a code, so it is kept only under a key. */
const EVENT_PURPOSE = 'driver-event';

type Recorded = { readonly event: SyncEvent; readonly occurredAt: Date; readonly since: Date | null };

/** Lets one event take effect unless it has before; a refusal is an answer like any other. */
async function applyEvent(recorded: Recorded, call: DriverCall, module: Shipping): Promise<SyncResult> {
  const { event } = recorded;
  const told = { moment: null as Moment | null };
  try {
    const job = await findAnyJob(module, event.job_number);
    const isOwn = job.driverId === call.driver.id;
    const key: DriverEventKey = { job, driverId: call.driver.id, clientId: event.client_id.toLowerCase() };
    if (isOwn)
      told.moment = momentBetween(recorded.occurredAt, { since: recorded.since, now: job.clock ?? call.now });
    // What took effect did so for good, whoever has the job by now.
    const known = await repeated(module.store.of(job.tenant), { key, event, isOwn, module });
    if (known) return await answerAgain(known, { job, event, call, module });
    if (!isOwn || told.moment === null) throw deliveryNotFound(job.jobNumber);
    const step = await stepOf(event, module);
    const fresh = await once({ key, event, step, moment: told.moment, job }, call, module);
    return fresh ?? (await applyEvent(recorded, call, module));
  } catch (error) {
    if (isLockTimeout(error))
      return refused(event, {
        moment: null,
        failure: new Failure(
          'IDEMPOTENCY_IN_PROGRESS',
          'The same event is still under way. Send it again in a second.',
        ),
      });
    if (error instanceof Failure) return refused(event, { moment: told.moment, failure: error });
    throw error;
  }
}

type Applying = {
  readonly key: DriverEventKey;
  readonly event: SyncEvent;
  readonly step: Step;
  readonly moment: Moment;
  readonly job: Job;
};

/** The effect and the record that it took place, in one transaction; undefined when another request was faster. */
async function once(
  { key, event, step, moment, job }: Applying,
  call: DriverCall,
  module: Shipping,
): Promise<SyncResult | undefined> {
  return module.store.transaction(job.tenant, async (tx) => {
    const fingerprint = fingerprintOf(event, module);
    if (
      !(await claimEvent(tx, key, {
        kind: event.kind,
        fingerprint,
        occurredAt: moment.at,
        recordedAt: moment.recordedAt,
      }))
    )
      return undefined;
    try {
      const { row } = await step({ key: job, driver: call.driver, moment }, tx, module);
      return {
        client_id: event.client_id,
        outcome: 'done' as const,
        ...timesOf(moment),
        job: presentDriverJob(row),
      };
    } catch (error) {
      if (!(error instanceof Failure && error.kept)) throw error;
      await refuseEvent(tx, key, errorOf(error));
      throw new CommitAndThrow(error);
    }
  });
}

type Known = NonNullable<Awaited<ReturnType<typeof findEvent>>>;
type Repeating = {
  readonly key: DriverEventKey;
  readonly event: SyncEvent;
  readonly isOwn: boolean;
  readonly module: Shipping;
};

/** What became of the event before, if it took effect; a UUID stands for one event only. Of a job of others nothing else is told. */
async function repeated(
  runner: Runner,
  { key, event, isOwn, module }: Repeating,
): Promise<Known | undefined> {
  const known = await findEvent(runner, key);
  if (known && !fingerprintsOf(event, module).some((one) => one.equals(known.fingerprint))) {
    if (!isOwn) return undefined;
    throw new Failure(
      'IDEMPOTENCY_KEY_REUSED',
      `The client_id ${event.client_id} was used before for a different event. Make a fresh one for each.`,
    );
  }
  return known;
}

type Again = {
  readonly job: Job;
  readonly event: SyncEvent;
  readonly call: DriverCall;
  readonly module: Shipping;
};

async function answerAgain(known: Known, { job, event, call, module }: Again): Promise<SyncResult> {
  const times = timesOf({ at: known.occurred_at, recordedAt: known.recorded_at });
  if (known.refusal !== null)
    return { client_id: event.client_id, outcome: 'refused', ...times, error: known.refusal };
  const row = await findJobOfDriver(module.store.system, call.driver.id, job.jobNumber);
  return {
    client_id: event.client_id,
    outcome: 'repeated',
    ...times,
    ...(row ? { job: presentDriverJob(row) } : {}),
  };
}

function refused(
  event: SyncEvent,
  { moment, failure }: { readonly moment: Moment | null; readonly failure: Failure },
): SyncResult {
  return { client_id: event.client_id, outcome: 'refused', ...timesOf(moment), error: errorOf(failure) };
}

function errorOf({ code, message, details }: Failure): NonNullable<SyncResult['error']> {
  return { code, message, ...(details ? { details: { ...details } } : {}) };
}

function timesOf(moment: Moment | null): Pick<SyncResult, 'at' | 'recorded_at'> {
  return { at: moment && formatTime(moment.at), recorded_at: moment && formatTime(moment.recordedAt) };
}

function partsOf(event: SyncEvent): readonly string[] {
  return Object.entries(event)
    .filter(([name]) => name !== 'client_id')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, value]) => [name, JSON.stringify(value)]);
}

function fingerprintOf(event: SyncEvent, { vault }: Shipping): Buffer {
  return vault.fingerprint(EVENT_PURPOSE, ...partsOf(event));
}

function fingerprintsOf(event: SyncEvent, { vault }: Shipping): readonly Buffer[] {
  return vault.fingerprints(EVENT_PURPOSE, ...partsOf(event));
}

/** The step that a recorded event stands for; a refusal names the field that it lacks. */
async function stepOf(event: SyncEvent, module: Shipping): Promise<Step> {
  switch (event.kind) {
    case 'arrive':
      return arrival(stopOf(needed(event, 'at')));
    case 'pick_up':
      return pickUp();
    case 'verify':
      return codeEntry({ ...event, type: needed(event, 'type'), code: needed(event, 'code') });
    case 'depart':
      return departure();
    case 'proof':
      return proofKeeping(event, module);
    case 'attempt':
      return attempt({ ...event, reason: needed(event, 'reason') });
    case 'fail':
      return failing({ ...event, reason: needed(event, 'reason') }, module);
    case 'deliver':
      return handover(event);
  }
}

function needed<Name extends keyof SyncEvent>(event: SyncEvent, name: Name): NonNullable<SyncEvent[Name]> {
  const value = event[name];
  if (value === undefined || value === null)
    throw invalid({ path: name, message: `is required for ${event.kind}` });
  return value;
}
