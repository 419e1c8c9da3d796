import {
  normaliseCode,
  pathTo,
  type DriverJob,
  type HandoffType,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { moved, unchanged } from '../../deliveries/delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from '../../deliveries/deliveries.queries.ts';
import type { Shipping } from '../../module.ts';
import { detailsOf } from '../../deliveries/present-delivery.ts';
import { announceMilestone } from '../announce-milestone.ts';
import { contactAttemptsOf } from '../../deliveries/contact-attempts.ts';
import { proofOf } from '../../deliveries/proof.ts';
import { tryCode } from '../../deliveries/try-code.ts';
import { arrivalsOf } from './next-steps.ts';
import {
  causeOf,
  decided,
  notNow,
  ownRow,
  takeStep,
  withinStatus,
  type Step,
  type Taken,
} from './take-step.ts';
import { requireCash, tookCash, type CashGiven } from './cash-given.ts';
import { placeOf } from './place-of.ts';

type Stop = 'pickup' | 'dropoff';

/** The courier has come to where the parcel is fetched, or to the recipient's door. */
export async function arriveAtStop(
  input: Input<Operations['arriveAtStop']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: arrival(stopOf(input.body.at)) });
}

/** The stop that is meant; some call the recipient's door the delivery. */
export function stopOf(at: Stop | 'delivery'): Stop {
  return at === 'delivery' ? 'dropoff' : at;
}

/** Arriving at a stop, which is announced once; what the courier did not report before, that he has left, is implied. */
export function arrival(stop: Stop): Step {
  const step = decided((row, taken) => (stop === 'pickup' ? atPickup(row, taken) : atDropoff(row, taken)));
  return async (taken, runner, module) => {
    const moved = await step(taken, runner, module);
    const at = arrivalsOf(moved.row)[stop];
    if (moved.changed && at !== null)
      await announceMilestone(runner, {
        key: taken.key,
        row: moved.row,
        milestone: `arrived_${stop}`,
        at: new Date(at),
      });
    return moved;
  };
}

function atPickup(row: DeliveryRow, taken: Taken): DeliveryChange | null {
  if (row.status === 'assigned') {
    const at = withinStatus(row, taken.moment.at);
    const change = arrived(row, { stop: 'pickup', at, base: unchanged(row, taken.moment.recordedAt) });
    return row.phase === 'at_pickup' && change === null
      ? null
      : { ...(change ?? unchanged(row, taken.moment.recordedAt)), phase: 'at_pickup' };
  }
  return late(row, { stop: 'pickup', taken, until: row.picked_up_at ?? row.failed_at });
}

function atDropoff(row: DeliveryRow, taken: Taken): DeliveryChange | null {
  if (row.status !== 'picked_up' && row.status !== 'in_transit')
    return late(row, { stop: 'dropoff', taken, until: row.delivered_at ?? row.failed_at });
  const at = withinStatus(row, taken.moment.at);
  const base =
    row.status === 'picked_up'
      ? moved(row, { path: ['in_transit'], cause: causeOf(taken), moment: { ...taken.moment, at } })
      : unchanged(row, taken.moment.recordedAt);
  const change = arrived(row, { stop: 'dropoff', at, base });
  const phase = (contactAttemptsOf(row).at(-1)?.at ?? '') > at.toISOString() ? row.phase : 'at_dropoff';
  return change === null && phase === row.phase && base.status === row.status
    ? null
    : { ...(change ?? base), phase };
}

/** Told after the stop was left: known from now on, and nothing else changes. */
function late(
  row: DeliveryRow,
  { stop, taken, until }: { readonly stop: Stop; readonly taken: Taken; readonly until: Date | null },
): DeliveryChange | null {
  if (until === null || taken.moment.at > until)
    throw notNow(row, row.status as 'assigned', `be reached at the ${stop} any more, or not yet`);
  return arrived(row, { stop, at: taken.moment.at, base: unchanged(row, taken.moment.recordedAt) });
}

type Arriving = { readonly stop: Stop; readonly at: Date; readonly base: DeliveryChange };

/** The first arrival counts; an earlier one that is told later takes its place. Null for nothing new. */
function arrived(row: DeliveryRow, { stop, at, base }: Arriving): DeliveryChange | null {
  const before = arrivalsOf(row);
  const known = before[stop];
  const time = at.toISOString();
  if (known !== null && known <= time) return null;
  const details = { ...detailsOf(row), arrivals: { ...before, [stop]: time } };
  return { ...base, details };
}

/** The courier takes a parcel that needs no pickup code. */
export async function pickUpParcel(
  input: Input<Operations['pickUpParcel']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: pickUp() });
}

/** Taking the parcel; one that was taken already is not taken twice. */
export function pickUp(): Step {
  return decided((row, taken) => {
    if (row.picked_up_at !== null) return null;
    if (row.status !== 'assigned') throw notNow(row, 'picked_up', 'be picked up');
    if (detailsOf(row).require_pickup_code) throw proofRequired(row, ['pickup_code']);
    return moved(row, { path: ['picked_up'], cause: causeOf(taken), moment: taken.moment });
  });
}

/** The courier leaves the pickup with the parcel. */
export async function departWithParcel(
  input: Input<Operations['departWithParcel']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: departure() });
}

/** Leaving; a parcel that is on its way already, or has come to its end since, has left. */
export function departure(): Step {
  return decided((row, taken) => {
    if (row.in_transit_at !== null || (row.picked_up_at !== null && row.failed_at !== null)) return null;
    if (row.status !== 'picked_up') throw notNow(row, 'in_transit', 'depart before it was picked up');
    return moved(row, { path: ['in_transit'], cause: causeOf(taken), moment: taken.moment });
  });
}

type Handover = {
  readonly recipient_name?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly cod_collected?: CashGiven;
};

/** The courier hands over a parcel that needs no delivery code; its proof is kept before. */
export async function deliverParcel(
  input: Input<Operations['deliverParcel']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: handover(input.body) });
}

/** Handing over without a code; one that was handed over already is not handed over twice. */
export function handover(given: Handover): Step {
  return decided((row, taken) => {
    if (row.delivered_at !== null) return null;
    if (row.status !== 'picked_up' && row.status !== 'in_transit')
      throw notNow(row, 'delivered', 'be delivered before it was picked up');
    requireProof(row, { withCode: false });
    requireCash(row, given.cod_collected);
    const path = pathTo(row.status, 'delivered') ?? [];
    const note = given.recipient_name === undefined ? null : `Taken by ${given.recipient_name}`;
    const before = proofOf(row);
    const place = placeOf(given) ?? before;
    return {
      ...moved(row, {
        path,
        cause: causeOf(taken, note),
        moment: taken.moment,
        tookCash: tookCash(row, given.cod_collected),
      }),
      proof: {
        ...before,
        recipient_name: given.recipient_name ?? before.recipient_name,
        at: taken.moment.at.toISOString(),
        lat: place.lat,
        lng: place.lng,
      },
    };
  });
}

type CodeOfCourier = {
  readonly type: HandoffType;
  readonly code: string | number;
  readonly recipient_name?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly cod_collected?: CashGiven;
};

/** The courier enters the code that the merchant or the recipient has told him. */
export async function verifyCode(
  input: Input<Operations['verifyCode']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: codeEntry(input.body) });
}

/** Entering a code; it shares its counter with the merchant's own verification. */
export function codeEntry(given: CodeOfCourier): Step {
  const code = normaliseCode(given.code);
  if (code === null) throw invalid({ path: 'code', message: 'must be six digits' });
  return async ({ key, driver, moment }, runner, module) =>
    tryCode(runner, module, {
      key,
      type: given.type,
      code,
      moment,
      by: { actor_type: 'driver', actor: driver.name },
      recipientName: given.recipient_name ?? null,
      place: placeOf(given),
      admit: (row) => ownRow(row, { driver }),
      require: (row) => {
        if (given.type === 'pickup') return;
        requireProof(row, { withCode: true });
        requireCash(row, given.cod_collected);
      },
      tookCash: (row) => tookCash(row, given.cod_collected),
    });
}

type MissingProof = 'pickup_code' | 'delivery_code' | 'photo' | 'signature' | 'photo_or_signature';

const WORDS: Readonly<Record<MissingProof, string>> = {
  pickup_code: 'the pickup code (send it to verify)',
  delivery_code: 'the delivery code (send it to verify)',
  photo: 'a photo',
  signature: 'a signature',
  photo_or_signature: 'a photo or a signature',
};

/** Refuses a handover whose proof is not there yet. A code is proof; where none is asked for, a photo or a signature must be. */
function requireProof(row: DeliveryRow, { withCode }: { readonly withCode: boolean }): void {
  const { require_delivery_code: code, require_photo: photo, require_signature: signature } = detailsOf(row);
  const kept = proofOf(row);
  const missing: MissingProof[] = [];
  if (code && !withCode) missing.push('delivery_code');
  if (photo && kept.photo_file === null) missing.push('photo');
  if (signature && kept.signature_file === null) missing.push('signature');
  const bare = !withCode && !photo && !signature && kept.photo_file === null && kept.signature_file === null;
  if (bare && missing.length === 0) missing.push('photo_or_signature');
  if (missing.length > 0) throw proofRequired(row, missing);
}

function proofRequired(row: DeliveryRow, missing: readonly MissingProof[]): Failure {
  return new Failure(
    'PROOF_REQUIRED',
    `Delivery ${row.job_number} still needs ${missing.map((one) => WORDS[one]).join(' and ')}.`,
    { details: { missing } },
  );
}
