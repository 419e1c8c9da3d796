import type { Input, ModifierGroup, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { listShelf } from '../shelf/shelf.ts';
import { modifierGroupShelf } from './modifier-group-shelf.ts';

/** Lists modifier groups, by position and name. */
export function listModifierGroups(
  { query }: Input<Operations['listModifierGroups']>,
  call: Call,
  room: Pos,
): Promise<Reply<readonly ModifierGroup[]>> {
  return listShelf(modifierGroupShelf, query, { call, room });
}
