import type { ErrorCode } from '@cottontree/contract';
import { Failure, type FailureDetails } from '../call/failure.ts';
import type { Reply } from '../call/reply.ts';
import type { Vault } from '../secrets/vault.ts';

type Kept =
  | { readonly at: string; readonly status?: number; readonly data: unknown }
  | {
      readonly at: string;
      readonly failure: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details?: FailureDetails;
      };
    };

/** The vault's purpose for kept answers. */
export const KEPT_ANSWER = 'idempotency-answer';

/** A first answer as it is kept: sealed, for it can hold codes and secrets. */
export function sealReply<T>(vault: Vault, reply: Reply<T>, at: Date): Buffer {
  return seal(vault, {
    at: at.toISOString(),
    data: reply.data,
    ...(reply.status ? { status: reply.status } : {}),
  });
}

export function sealFailure(vault: Vault, failure: Failure, at: Date): Buffer {
  const { code, message, details } = failure;
  return seal(vault, { at: at.toISOString(), failure: { code, message, ...(details ? { details } : {}) } });
}

/** The kept answer again; throws where it was a refusal. */
export function openAnswer<T>(vault: Vault, sealed: Buffer): Reply<T> {
  const kept = JSON.parse(vault.open(sealed, KEPT_ANSWER).toString('utf8')) as Kept;
  if ('failure' in kept) {
    const { code, message, details } = kept.failure;
    throw new Failure(code, message, { ...(details ? { details } : {}), replayed: true });
  }
  return {
    data: kept.data as T,
    at: new Date(kept.at),
    replayed: true,
    ...(kept.status ? { status: kept.status } : {}),
  };
}

function seal(vault: Vault, kept: Kept): Buffer {
  return vault.seal(JSON.stringify(kept), KEPT_ANSWER);
}
