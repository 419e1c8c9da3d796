import type { Input, ModifierGroup, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { getFromShelf } from '../shelf/shelf.ts';
import { modifierGroupShelf } from './modifier-group-shelf.ts';

/** Reads one modifier group. */
export function getModifierGroup(
  { params }: Input<Operations['getModifierGroup']>,
  call: Call,
  room: Pos,
): Promise<Reply<ModifierGroup>> {
  return getFromShelf(modifierGroupShelf, params.id, { call, room });
}
