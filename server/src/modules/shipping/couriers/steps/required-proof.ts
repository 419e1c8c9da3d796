import { Failure } from '../../../../kernel/call/failure.ts';
import type { DeliveryRow } from '../../deliveries/deliveries.queries.ts';
import { detailsOf } from '../../deliveries/present-delivery.ts';
import { proofOf } from '../../deliveries/proof.ts';

export type MissingProof = 'pickup_code' | 'delivery_code' | 'photo' | 'signature' | 'photo_or_signature';

const WORDS: Readonly<Record<MissingProof, string>> = {
  pickup_code: 'the pickup code (send it to verify)',
  delivery_code: 'the delivery code (send it to verify)',
  photo: 'a photo',
  signature: 'a signature',
  photo_or_signature: 'a photo or a signature',
};

/** Refuses a handover whose proof is not there yet. A code is proof; where none is asked for, a photo or a signature must be. */
export function requireProof(row: DeliveryRow, { withCode }: { readonly withCode: boolean }): void {
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

export function proofRequired(row: DeliveryRow, missing: readonly MissingProof[]): Failure {
  return new Failure(
    'PROOF_REQUIRED',
    `Delivery ${row.job_number} still needs ${missing.map((one) => WORDS[one]).join(' and ')}.`,
    { details: { missing } },
  );
}
