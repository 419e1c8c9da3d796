import { createHash } from 'node:crypto';
import type { OpenCall } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { sameBytes } from '../../kernel/secrets/vault.ts';
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
