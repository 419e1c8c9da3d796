import {
  idRandomBytes,
  makeId,
  modifierGroupReadOnly,
  toMajor,
  type Currency,
  type Deleted,
  type Input,
  type ModifierGroup,
  type Operations,
  type UpdateModifierGroupBody,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import {
  createResource,
  deleteResource,
  getResource,
  updateResource,
  type Reading,
  type Resource,
} from '../../../../kernel/resource/resource.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { readMoney } from '../../../../kernel/money/read-figures.ts';
import { currencyOf } from '../read-numbers.ts';
import { presentCatalogueFields, readCatalogueFields } from '../catalogue-fields.ts';
import {
  modifierGroupList,
  modifierGroups,
  type KeptGroupModifier,
  type ModifierGroupRow,
} from './modifier-groups.queries.ts';

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

/** What can be chosen with products. */
export const modifierGroupResource: Resource<ModifierGroupRow, UpdateModifierGroupBody, ModifierGroup> = {
  what: 'modifier group',
  idPrefix: 'mgr_',
  absent: 'MODIFIER_GROUP_NOT_FOUND',
  readOnly: modifierGroupReadOnly,
  queries: modifierGroups,
  read(body, before, reading) {
    const currency = currencyOf(before?.currency ?? reading.call.caller.merchant.currency);
    const min_select = body.min_select ?? before?.min_select ?? 0;
    const max_select = body.max_select === undefined ? (before?.max_select ?? null) : body.max_select;
    if (max_select !== null && max_select < min_select)
      throw invalid({ path: 'max_select', message: 'must be at least min_select' });
    return {
      ...readCatalogueFields(body, before),
      min_select,
      max_select,
      currency,
      modifiers:
        body.modifiers === undefined
          ? (before?.modifiers ?? [])
          : readModifiers(body.modifiers, before, { reading, currency }),
    };
  },
  present(row, tenant) {
    const { modifiers, currency } = row;
    const shown = modifiers.map(({ id, name, price, is_active }) => ({
      id,
      name,
      price: toMajor(BigInt(price), currency),
      is_active,
    }));
    return {
      id: row.id,
      name: row.name,
      min_select: row.min_select,
      max_select: row.max_select,
      currency,
      modifiers: shown,
      ...presentCatalogueFields(row, tenant),
    };
  },
};

type Given = NonNullable<UpdateModifierGroupBody['modifiers']>;

function readModifiers(
  given: Given,
  before: ModifierGroupRow | null,
  { reading: { module }, currency }: { readonly reading: Reading; readonly currency: Currency },
): readonly KeptGroupModifier[] {
  const kept = new Map(before === null ? [] : before.modifiers.map((one) => [one.id, one]));
  const named = given.flatMap(({ id }) => id ?? []);
  if (new Set(named).size < named.length)
    throw invalid({ path: 'modifiers', message: 'must name each id once' });
  return given.map(({ id, name, price, is_active }, at) => {
    const now = id === undefined ? undefined : kept.get(id);
    if (id !== undefined && now === undefined)
      throw new Failure('MODIFIER_NOT_FOUND', `The group has no modifier ${id.slice(0, 64)}.`);
    return {
      id: id ?? makeId('mod_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
      name,
      price:
        price === undefined
          ? (now?.price ?? '0')
          : String(readMoney(price, { path: `modifiers[${at}].price`, currency })),
      is_active: is_active ?? now?.is_active ?? true,
    };
  });
}
