import type { Currency } from '@cottontree/contract';
import { json, text } from '../../../../store/index.ts';
import { list } from '../../../../kernel/list/list.queries.ts';
import { resourceQueries } from '../../../../kernel/resource/resource.queries.ts';
import {
  catalogueColumns,
  catalogueFilters,
  catalogueSource,
  type CatalogueRow,
} from '../catalogue-fields.queries.ts';

/** A modifier as its group keeps it; the price in minor units as text. */
export type KeptGroupModifier = {
  readonly id: string;
  readonly name: string;
  readonly price: string;
  readonly is_active: boolean;
};

const COLUMNS = {
  min_select: 'int4',
  max_select: 'int4?',
  currency: text<Currency>(),
  modifiers: json<readonly KeptGroupModifier[]>(),
} as const;

export const modifierGroups = resourceQueries<ModifierGroupRow>({
  table: 'modifier_groups',
  columns: { ...catalogueColumns, ...COLUMNS },
});

/** What can be chosen with products. */
export const modifierGroupList = list('listModifierGroups', {
  ...catalogueSource('modifier_groups', COLUMNS),
  filters: catalogueFilters,
});

export type ModifierGroupRow = CatalogueRow & {
  readonly min_select: number;
  readonly max_select: number | null;
  readonly currency: Currency;
  readonly modifiers: readonly KeptGroupModifier[];
};
