import type { Deleted, Input, ModifierGroup, Operations } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import { changeOnShelf, createOnShelf, deleteFromShelf, getFromShelf } from '../shelf/shelf.ts';
import { modifierGroupShelf } from './modifier-group-shelf.ts';
import { modifierGroupList } from './modifier-groups.queries.ts';

/** Makes a modifier group. */
export function createModifierGroup(
  { body }: Input<Operations['createModifierGroup']>,
  call: Call,
  room: Pos,
): Promise<Reply<ModifierGroup>> {
  return createOnShelf(modifierGroupShelf, body, { call, room });
}

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

/** Reads one modifier group. */
export function getModifierGroup(
  { params }: Input<Operations['getModifierGroup']>,
  call: Call,
  room: Pos,
): Promise<Reply<ModifierGroup>> {
  return getFromShelf(modifierGroupShelf, params.id, { call, room });
}

/** Changes the fields given of a modifier group. */
export function updateModifierGroup(
  { params, body }: Input<Operations['updateModifierGroup']>,
  call: Call,
  room: Pos,
): Promise<Reply<ModifierGroup>> {
  return changeOnShelf(modifierGroupShelf, { id: params.id, body }, { call, room });
}

/** Deletes a modifier group; tills learn it from their next sync. */
export function deleteModifierGroup(
  { params }: Input<Operations['deleteModifierGroup']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  return deleteFromShelf(modifierGroupShelf, params.id, { call, room });
}
