import type { DriverJob } from '@cottontree/contract';
import type { StepEntry } from '../data/courier-store.ts';
import { cashToTake } from './stage.ts';

type Change = Partial<DriverJob>;

/** A job as it stands here: what the server said last, and what was done since and is not with it yet. */
export function projectJob(job: DriverJob, steps: readonly StepEntry[]): DriverJob {
  return steps
    .filter(({ body }) => body.job_number === job.job_number)
    .reduce((standing, step) => ({ ...standing, ...changeBy(standing, step) }), job);
}

/** Nothing where it makes no difference: the server may have the step already, and its answer was lost. */
function changeBy(job: DriverJob, { body, occurred_at: at }: StepEntry): Change {
  const isWaiting = job.status === 'assigned';
  const isCarried = job.status === 'picked_up' || job.status === 'in_transit';
  switch (body.kind) {
    case 'arrive':
      if (body.at === 'pickup') return isWaiting ? { phase: 'at_pickup', arrived_pickup_at: at } : {};
      return isCarried ? { ...leaving(job, at), phase: 'at_dropoff', arrived_dropoff_at: at } : {};
    case 'pick_up':
      return isWaiting ? taken(at) : {};
    case 'depart':
      return isCarried ? leaving(job, at) : {};
    case 'verify':
      if (body.type === 'pickup') return isWaiting ? { ...taken(at), pickup_verified: true } : {};
      return isCarried ? { ...handedOver(job, at), delivery_verified: true } : {};
    case 'deliver':
      return isCarried ? handedOver(job, at) : {};
    case 'proof':
      return { proof: proven(job, body) };
    case 'attempt':
      return isCarried ? { phase: 'attempt_failed', contact_attempts: tried(job, { body, at }) } : {};
    case 'fail':
      return isWaiting || isCarried ? { status: 'failed', failed_at: at, cod_status: 'none' } : {};
  }
}

function taken(at: string): Change {
  return { status: 'picked_up', phase: 'to_dropoff', picked_up_at: at };
}

function leaving(job: DriverJob, at: string): Change {
  return { status: 'in_transit', in_transit_at: job.in_transit_at ?? at };
}

function handedOver(job: DriverJob, at: string): Change {
  return {
    status: 'delivered',
    phase: null,
    delivered_at: at,
    cod_status: cashToTake(job) > 0 ? 'collected' : job.cod_status,
  };
}

function proven({ proof }: DriverJob, body: StepEntry['body']): DriverJob['proof'] {
  const signed = body.signature_points !== undefined || body.signature_svg !== undefined;
  return {
    photo: proof.photo || body.photo !== undefined,
    signature: proof.signature || signed,
    recipient_name: body.recipient_name ?? proof.recipient_name,
  };
}

function tried(
  job: DriverJob,
  { body, at }: { readonly body: StepEntry['body']; readonly at: string },
): DriverJob['contact_attempts'] {
  const { reason = 'other', contact = null, note = null } = body;
  return [...job.contact_attempts, { at, recorded_at: at, reason, contact, note }];
}
