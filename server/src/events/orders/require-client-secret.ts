import type { Call } from '../../core/call.ts';
import { sameBytes } from '../../core/vault.ts';
import type { Events } from '../open-events.ts';
import { orderNotFound } from './change-order.ts';
import { hashSecret } from './new-order.ts';
import { findOrder } from './orders.queries.ts';

/** Lets a page with a public key near one order only: the one whose client_secret it brings. A secret key needs none. */
export async function requireClientSecret(
  room: Events,
  call: Call,
  { id, secret }: { readonly id: string; readonly secret: string | undefined },
): Promise<void> {
  if (call.caller.kind === 'secret') return;
  const brought = secret ?? call.clientSecret;
  const row = brought === null ? undefined : await findOrder(room.store.of(call.tenant), call.tenant, id);
  if (!row || brought === null || !sameBytes(hashSecret(brought), row.client_secret_hash))
    throw orderNotFound(id);
}
