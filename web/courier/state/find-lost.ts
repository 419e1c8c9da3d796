import type { DriverJob } from '@cottontree/contract';
import type { CourierEntry, DepositEntry, StepEntry } from '../data/courier-store.ts';
import { readCash } from './cash.ts';
import { readJobs } from './jobs.ts';
import { cash, known } from './signals.ts';

/** What was offered again once: where that changed nothing, it was not lost, as of a job that came back to its courier. */
const offered = new Set<string>();

/** Which of what the server answered for it does not know any more: it was restored from a backup. */
export async function findLost(acked: readonly CourierEntry[]): Promise<readonly string[]> {
  await readJobs();
  const deposits = acked.filter((entry) => entry.kind === 'deposit');
  if (deposits.length > 0) await readCash();
  const steps = acked.filter((entry) => entry.kind === 'step');
  const lost = [...deposits.filter(isDepositLost), ...steps.filter((step) => isStepLost(step, steps))];
  const fresh = lost.filter(({ client_id }) => !offered.has(client_id));
  for (const { client_id } of fresh) offered.add(client_id);
  return fresh.map(({ client_id }) => client_id);
}

/** All that is not counted stands among what was handed in, and the last times; what is older than those says nothing. */
function isDepositLost({ answer, occurred_at }: DepositEntry): boolean {
  const id = ((answer ?? {}) as { readonly id?: unknown }).id;
  const told = cash.value?.deposits ?? [];
  const oldest = told.at(-1);
  const isAmongThem =
    told.length < DEPOSITS_TOLD || (oldest !== undefined && oldest.declared_at < occurred_at);
  return id !== undefined && isAmongThem && !told.some((one) => one.id === id);
}

/** As many times as the server tells of, whatever became of them. */
const DEPOSITS_TOLD = 20;

function isStepLost(step: StepEntry, all: readonly StepEntry[]): boolean {
  const job = known.value.get(step.body.job_number);
  return job !== undefined && isUnknown(step, { job, all });
}

type Standing = { readonly job: DriverJob; readonly all: readonly StepEntry[] };

/** By the mark that each kind of step leaves on the job: without it the step is gone. */
function isUnknown(step: StepEntry, { job, all }: Standing): boolean {
  const { body } = step;
  const isWaiting = job.status === 'assigned';
  const isCarried = job.status === 'picked_up' || job.status === 'in_transit';
  switch (body.kind) {
    case 'arrive':
      return (body.at === 'pickup' ? job.arrived_pickup_at : job.arrived_dropoff_at) === null;
    case 'pick_up':
      return isWaiting && job.picked_up_at === null;
    case 'depart':
      return (isWaiting || isCarried) && job.in_transit_at === null;
    case 'verify':
      return body.type === 'pickup' ? isWaiting && job.picked_up_at === null : isWaiting || isCarried;
    case 'deliver':
    case 'fail':
      return isWaiting || isCarried;
    case 'proof':
      return isProofLost(step, job);
    case 'attempt':
      return isTryLost(step, { job, all });
  }
}

function isProofLost({ body }: StepEntry, { proof }: DriverJob): boolean {
  const signed = body.signature_points !== undefined || body.signature_svg !== undefined;
  return (body.photo !== undefined && !proof.photo) || (signed && !proof.signature);
}

/** How far the server's time and that of this phone may be apart. */
const APART_MS = 60_000;

/** The server learned of a try after it was made: where it knows fewer of them, or none since, this one is gone. */
function isTryLost({ body, occurred_at }: StepEntry, { job, all }: Standing): boolean {
  const tries = all.filter(
    (one) => one.body.kind === 'attempt' && one.body.job_number === body.job_number,
  ).length;
  const last = job.contact_attempts.at(-1);
  if (job.contact_attempts.length < tries || last === undefined) return true;
  return Date.parse(last.recorded_at) + APART_MS < Date.parse(occurred_at);
}
