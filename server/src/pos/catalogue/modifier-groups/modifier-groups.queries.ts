import { text } from '../../../store/index.ts';
import type { Currency } from '@cottontree/contract';
import { shelfQueries } from '../shelf/shelf.queries.ts';
import type { ModifierGroupRow } from './modifier-group-shelf.ts';

export const modifierGroups = shelfQueries<ModifierGroupRow>({
  table: 'modifier_groups',
  columns: { min_select: 'int4', max_select: 'int4?', currency: text<Currency>(), modifiers: 'jsonb' },
});
