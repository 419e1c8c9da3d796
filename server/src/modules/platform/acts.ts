import type { Input, Operations, PlatformAct } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { operatorRoleOnly } from '../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { actList, type ActRow } from './acts.queries.ts';
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
