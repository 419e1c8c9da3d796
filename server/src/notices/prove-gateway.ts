import { createHash } from 'node:crypto';
import type { OpenCall } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { sameBytes } from '../core/vault.ts';
import type { Notices } from './module.ts';

/** Refuses whoever does not know the gateway's secret; in the same words where none is set up. */
export function proveGateway({ options }: Pick<Notices, 'options'>, { bearer }: OpenCall): void {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (
    options.inboundSecret !== null &&
    bearer !== null &&
    sameBytes(digest(bearer), digest(options.inboundSecret))
  )
    return;
  throw new Failure(
    'UNAUTHORIZED',
    'The secret is missing or not valid. Send it as "Authorization: Bearer <secret>".',
  );
}
