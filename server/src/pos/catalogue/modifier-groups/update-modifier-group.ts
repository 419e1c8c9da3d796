import type { Input, ModifierGroup, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeOnShelf } from '../shelf/shelf.ts';
import { modifierGroupShelf } from './modifier-group-shelf.ts';

/** Changes the fields given of a modifier group. */
export function updateModifierGroup(
  { params, body }: Input<Operations['updateModifierGroup']>,
  call: Call,
  room: Pos,
): Promise<Reply<ModifierGroup>> {
  return changeOnShelf(modifierGroupShelf, { id: params.id, body }, { call, room });
}
