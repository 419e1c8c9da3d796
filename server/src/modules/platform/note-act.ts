import { idRandomBytes, makeId, type PlatformAct } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import type { Runner } from '../../store/index.ts';
import { insertAct } from './acts.queries.ts';
import type { Platform } from './module.ts';

type Deed = Pick<PlatformAct, 'action' | 'merchant_id' | 'details'>;

/** Writes down what an operator does, in the transaction in which it is done. */
export async function noteAct(
  tx: Runner,
  deed: Deed,
  { call: { operator }, world }: Pick<Platform, 'world'> & { readonly call: DispatchCall },
): Promise<void> {
  const at = world.now();
  await insertAct(tx, {
    id: makeId('aud_', at.getTime(), world.randomBytes(idRandomBytes)),
    at,
    actor_id: operator.id,
    actor_name: operator.name,
    ...deed,
  });
}
