import { modifierGroups, type KeptGroupModifier, type ModifierGroupRow } from './modifier-groups.queries.ts';
import {
  idRandomBytes,
  makeId,
  modifierGroupReadOnly,
  toMajor,
  type Currency,
  type ModifierGroup,
  type UpdateModifierGroupBody,
} from '@cottontree/contract';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { readMoney } from '../../../../kernel/money/read-figures.ts';
import { currencyOf } from '../read-numbers.ts';
import { presentCatalogueFields, readCatalogueFields } from '../catalogue-fields.ts';
import type { Reading, Resource } from '../../../../kernel/resource/resource.ts';

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
