import type { HandoffProof } from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import { fileUrl } from '../../files/index.ts';

/** What is kept to show that a parcel was handed over; files by their tokens. */
export type Proof = {
  readonly photo_file: string | null;
  readonly signature_file: string | null;
  readonly recipient_name: string | null;
  readonly at: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
};

const NONE: Proof = Object.freeze({
  photo_file: null,
  signature_file: null,
  recipient_name: null,
  at: null,
  lat: null,
  lng: null,
});

/** The proof of a delivery as far as there is any. */
export function proofOf(row: { readonly proof: Proof | null }): Proof {
  return row.proof ?? NONE;
}

/** The proof as merchants and recipients see it; null while there is none. */
export function presentProof(
  row: { readonly proof: Proof | null },
  settings: Pick<Settings, 'publicUrl'>,
): HandoffProof | null {
  if (row.proof === null) return null;
  const { photo_file: photo, signature_file: signature, recipient_name: name } = proofOf(row);
  return {
    photo_url: fileUrl(photo, settings),
    signature_url: fileUrl(signature, settings),
    recipient_name: name,
  };
}
