import { idRandomBytes, makeId, type Input, type Operations, type PlatformAct } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { operatorRoleOnly } from '../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Runner } from '../../store/index.ts';
import { actList, insertAct, type ActRow } from './acts.queries.ts';
import type { Platform } from './module.ts';

/** Lists what operators did to merchants, newest first unless sorted otherwise. */
export async function listPlatformActs(
  { query }: Input<Operations['listPlatformActs']>,
  call: DispatchCall,
  { store }: Platform,
): Promise<Reply<readonly PlatformAct[]>> {
  operatorRoleOnly(call, 'see what was done to merchants');
  const { rows, meta } = await actList.find(store.system.reads, { call, query });
  return reply(rows.map(presentAct), { meta });
}

function presentAct({ at, ...row }: ActRow): PlatformAct {
  return { ...row, at: at.toISOString() };
}

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
