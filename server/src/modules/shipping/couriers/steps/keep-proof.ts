import type { DriverJob, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import { invalid } from '../../../../kernel/call/failure.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import { composeFile, drawSignature, insertFile, readPhoto, type NewFile } from '../../../files/index.ts';
import { unchanged } from '../../deliveries/delivery-change.ts';
import type { DeliveryRow } from '../../deliveries/deliveries.queries.ts';
import type { Shipping } from '../../module.ts';
import { proofOf, type Proof } from '../../deliveries/proof.ts';
import { placeOf } from './place-of.ts';
import { decided, notNow, takeStep, type Step, type Taken } from './take-step.ts';

export type ProofGiven = {
  readonly photo?: string;
  readonly signature_svg?: string;
  readonly signature_points?: readonly (readonly (readonly [number, number])[])[];
  readonly recipient_name?: string;
  readonly lat?: number;
  readonly lng?: number;
};

/** The courier keeps a photo, a signature or the name of who took the parcel. */
export async function keepProof(
  input: Input<Operations['keepProof']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: await proofKeeping(input.body, module) });
}

/** Keeping proof; pictures are made anew before anything is written. */
export async function proofKeeping(given: ProofGiven, module: Shipping): Promise<Step> {
  const signature = given.signature_svg ?? given.signature_points;
  if (given.photo === undefined && signature === undefined && given.recipient_name === undefined)
    throw invalid({ path: 'photo', message: 'is required unless a signature or recipient_name is sent' });
  const drawn =
    signature === undefined
      ? null
      : composeFile(
          module,
          drawSignature(signature, given.signature_svg === undefined ? 'signature_points' : 'signature_svg'),
        );
  const photo = given.photo === undefined ? null : await encodedPhoto(given.photo, module);
  const decide = decided((row, taken) => {
    checkTime(row, taken);
    return {
      ...unchanged(row, taken.moment.recordedAt),
      proof: proofWith(proofOf(row), { given, photo, drawn, taken }),
    };
  });
  return async (taken, runner, context) => {
    await insertFiles(runner, taken, [photo, drawn]);
    return decide(taken, runner, context);
  };
}

/** A photo as it will be kept. */
export async function encodedPhoto(
  text: string,
  module: Pick<Shipping, 'photos' | 'world'>,
): Promise<NewFile> {
  return composeFile(module, await module.photos.encode(readPhoto(text)));
}

export async function insertFiles(
  runner: Parameters<Step>[1],
  { key }: Pick<Taken, 'key'>,
  files: readonly (NewFile | null)[],
): Promise<void> {
  for (const file of files)
    if (file) await insertFile(runner, { tenant: key.tenant, subject: key.jobNumber }, file);
}

/** From pickup on; once the parcel has come to its end, only what happened before. */
function checkTime(row: DeliveryRow, { moment }: Taken): void {
  if (row.status === 'picked_up' || row.status === 'in_transit') return;
  const end = row.picked_up_at === null ? null : (row.delivered_at ?? row.failed_at);
  if (end === null || moment.at > end)
    throw notNow(row, 'delivered', 'be given proof, which is kept between pickup and handover');
}

type Kept = {
  readonly given: ProofGiven;
  readonly photo: NewFile | null;
  readonly drawn: NewFile | null;
  readonly taken: Taken;
};

function proofWith(before: Proof, { given, photo, drawn, taken }: Kept): Proof {
  const place = placeOf(given) ?? before;
  return {
    photo_file: photo?.token ?? before.photo_file,
    signature_file: drawn?.token ?? before.signature_file,
    recipient_name: given.recipient_name ?? before.recipient_name,
    at: taken.moment.at.toISOString(),
    lat: place.lat,
    lng: place.lng,
  };
}
