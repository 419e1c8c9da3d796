import type { DriverJob } from '@cottontree/contract';

/** What the courier does next with a parcel. */
export type Stage = 'fetch' | 'at-pickup' | 'bring' | 'at-door' | 'tried' | 'over';

export function stageOf({ status, phase }: Pick<DriverJob, 'status' | 'phase'>): Stage {
  if (status === 'assigned') return phase === 'at_pickup' ? 'at-pickup' : 'fetch';
  if (status !== 'picked_up' && status !== 'in_transit') return 'over';
  if (phase === 'at_dropoff') return 'at-door';
  return phase === 'attempt_failed' ? 'tried' : 'bring';
}

export function isUnderWay(job: Pick<DriverJob, 'status' | 'phase'>): boolean {
  return stageOf(job) !== 'over';
}

/** The way back of a parcel that the same courier could not hand over: mostly it never left the hand. */
export function isInHand(job: DriverJob): boolean {
  return job.kind === 'return' && job.status === 'assigned' && !job.require_pickup_code;
}

/** Where the courier has to be next. */
export function nextStop(job: DriverJob): DriverJob['pickup'] {
  const stage = stageOf(job);
  return stage === 'fetch' || stage === 'at-pickup' ? job.pickup : job.dropoff;
}

/** Who it is about, as the courier calls the job. */
export function nameOf(job: DriverJob): string {
  const stop = nextStop(job);
  const isPickup = stop === job.pickup;
  return (isPickup && job.kind !== 'return' ? job.store_name : stop.contact_name) ?? job.store_name;
}

/** What the courier has to collect at the door: nothing once it was paid by mobile money. */
export function cashToTake({ cod_status, cod_amount }: Pick<DriverJob, 'cod_status' | 'cod_amount'>): number {
  return cod_status === 'to_collect' ? cod_amount : 0;
}

/** Before a courier may give up at the door; the server has the same rule. */
export const ATTEMPTS_MIN = 2;
const WAIT_MS_MIN = 600_000;

/** What is missing until the courier may give up at the door. */
export function untilGivingUp(
  job: DriverJob,
  nowMs: number,
): { readonly tries: number; readonly atMs: number } {
  const began = [job.arrived_dropoff_at, job.contact_attempts[0]?.at ?? null]
    .filter((at) => at !== null)
    .map((at) => Date.parse(at));
  return {
    tries: Math.max(0, ATTEMPTS_MIN - job.contact_attempts.length),
    atMs: (began.length > 0 ? Math.min(...began) : nowMs) + WAIT_MS_MIN,
  };
}

/**
 * What has to be kept before the parcel is handed over; the server asks for it first. A photo of before, of a closed door, is none of
 * the handover: hasFresh says that one was taken since.
 */
export function missingProof(
  job: DriverJob,
  hasFresh: boolean,
): readonly ('photo' | 'signature' | 'either')[] {
  const { require_photo: photo, require_signature: signature, require_delivery_code: code, proof } = job;
  const hasPhoto = proof.photo && (hasFresh || job.contact_attempts.length === 0);
  const needsPhoto = photo && !hasPhoto;
  const needsSignature = signature && !proof.signature;
  if (!photo && !signature && !code && !hasPhoto && !proof.signature) return ['either'];
  return [...(needsPhoto ? ['photo' as const] : []), ...(needsSignature ? ['signature' as const] : [])];
}

const RANK: Readonly<Record<Stage, number>> = {
  'at-door': 0,
  'at-pickup': 0,
  tried: 1,
  bring: 2,
  fetch: 2,
  over: 3,
};

/** In the order in which they are to be done: where one stands already, then by the time that was promised. */
export function inOrder(jobs: readonly DriverJob[]): readonly DriverJob[] {
  return [...jobs].sort(
    (one, other) => RANK[stageOf(one)] - RANK[stageOf(other)] || dueMs(one) - dueMs(other),
  );
}

function dueMs(job: DriverJob): number {
  const fetches = stageOf(job) === 'fetch' || stageOf(job) === 'at-pickup';
  const due = fetches
    ? (job.pickup_window_end ?? job.estimated_pickup_at)
    : (job.delivery_window_end ?? job.estimated_delivery_at);
  return Date.parse(due ?? job.assigned_at ?? '') || 0;
}
