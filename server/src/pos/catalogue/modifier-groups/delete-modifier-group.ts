import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { deleteFromShelf } from '../shelf/shelf.ts';
import { modifierGroupShelf } from './modifier-group-shelf.ts';

/** Deletes a modifier group; tills learn it from their next sync. */
export function deleteModifierGroup(
  { params }: Input<Operations['deleteModifierGroup']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  return deleteFromShelf(modifierGroupShelf, params.id, { call, room });
}
