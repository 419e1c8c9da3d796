import type { Input, ModifierGroup, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { createOnShelf } from '../shelf/shelf.ts';
import { modifierGroupShelf } from './modifier-group-shelf.ts';

/** Makes a modifier group. */
export function createModifierGroup(
  { body }: Input<Operations['createModifierGroup']>,
  call: Call,
  room: Pos,
): Promise<Reply<ModifierGroup>> {
  return createOnShelf(modifierGroupShelf, body, { call, room });
}
