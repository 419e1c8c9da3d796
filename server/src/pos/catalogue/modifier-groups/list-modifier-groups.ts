import type { Input, ModifierGroup, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { modifierGroupList } from './modifier-groups.queries.ts';
import { modifierGroupShelf } from './modifier-group-shelf.ts';

/** Lists modifier groups, by position and name unless sorted otherwise. */
export async function listModifierGroups(
  { query }: Input<Operations['listModifierGroups']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly ModifierGroup[]>> {
  const { tenant } = call;
  const { rows, meta } = await modifierGroupList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => modifierGroupShelf.present(row, tenant)),
    { meta },
  );
}
