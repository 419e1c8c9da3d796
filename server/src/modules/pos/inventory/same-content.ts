import { Failure } from '../../../kernel/call/failure.ts';

/** IDEMPOTENCY_KEY_REUSED where a client_id comes with something else than before. */
export function requireSameContent(
  known: { readonly client_id: string | null; readonly content_hash: Buffer },
  contentHash: Buffer,
): void {
  if (known.content_hash.equals(contentHash)) return;
  throw new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    `The client_id ${known.client_id ?? ''} was used before for something else. Make a fresh one for each.`,
  );
}
