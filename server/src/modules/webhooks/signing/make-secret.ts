import type { Context } from '../../../kernel/call/context.ts';
import { idMaker } from '../fan-out/plan-messages.ts';
import type { StoredSecret } from './secrets.queries.ts';

/** The vault's purpose for an endpoint's signing secrets. */
export const ENDPOINT_SECRET = 'webhook-secret';
const SECRET_BYTES = 32;

/** A new signing secret: its text, to be shown once, and what is stored of it. */
export function makeSecret(
  { world, vault }: Pick<Context, 'world' | 'vault'>,
  now: Date,
): { readonly secret: string; readonly stored: StoredSecret } {
  const secret = `whsec_${world.randomBytes(SECRET_BYTES).toString('base64')}`;
  const stored = {
    id: idMaker({ world }, now)('wsec_'),
    role: 'primary',
    sealed: vault.seal(secret, ENDPOINT_SECRET),
    created_at: now,
    expires_at: null,
    promotes_at: null,
    overlap_hours: 0,
  } as const;
  return { secret, stored };
}
