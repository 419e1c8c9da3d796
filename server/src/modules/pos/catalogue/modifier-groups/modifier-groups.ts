import type { Deleted, Input, ModifierGroup, Operations } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import {
  updateResource,
  createResource,
  deleteResource,
  getResource,
} from '../../../../kernel/resource/resource.ts';
import { modifierGroupResource } from './modifier-group-resource.ts';
import { modifierGroupList } from './modifier-groups.queries.ts';

/** Makes a modifier group. */
export function createModifierGroup(
  { body }: Input<Operations['createModifierGroup']>,
  call: Call,
  module: Pos,
): Promise<Reply<ModifierGroup>> {
  return createResource(modifierGroupResource, body, { call, module });
}

/** Lists modifier groups, by position and name unless sorted otherwise. */
export async function listModifierGroups(
  { query }: Input<Operations['listModifierGroups']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly ModifierGroup[]>> {
  const { tenant } = call;
  const { rows, meta } = await modifierGroupList.find(store.reads(tenant), { call, query });
  return reply(
    rows.map((row) => modifierGroupResource.present(row, tenant)),
    { meta },
  );
}

/** Reads one modifier group. */
export function getModifierGroup(
  { params }: Input<Operations['getModifierGroup']>,
  call: Call,
  module: Pos,
): Promise<Reply<ModifierGroup>> {
  return getResource(modifierGroupResource, params.id, { call, module });
}

/** Changes the fields given of a modifier group. */
export function updateModifierGroup(
  { params, body }: Input<Operations['updateModifierGroup']>,
  call: Call,
  module: Pos,
): Promise<Reply<ModifierGroup>> {
  return updateResource(modifierGroupResource, { id: params.id, body }, { call, module });
}

/** Deletes a modifier group; tills learn it from their next sync. */
export function deleteModifierGroup(
  { params }: Input<Operations['deleteModifierGroup']>,
  call: Call,
  module: Pos,
): Promise<Reply<Deleted>> {
  return deleteResource(modifierGroupResource, params.id, { call, module });
}
