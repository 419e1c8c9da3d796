import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { tillTexts } from '../texts.ts';
import { CatalogueList } from './catalogue-list.tsx';
import { productsTexts as t } from './texts.ts';

/** Every one of them, in the order of the till. */
export function ModifiersPage(): VNode {
  return (
    <CatalogueList
      operation={client.listModifierGroups}
      path="/pos/modifier-groups"
      pages="/till/products/modifiers"
      title={t.modifiers}
      add={t.newModifier}
      columns={[
        {
          key: 'choices',
          title: t.choices,
          phone: 4,
          cell: ({ modifiers }) => modifiers.map(({ name }) => name).join(', '),
        },
        {
          key: 'range',
          title: tillTexts.quantity,
          right: true,
          phone: 2,
          cell: ({ min_select, max_select }) => t.range(min_select, max_select),
        },
      ]}
      none={[t.modifiersEmpty, t.modifiersText]}
      noneLike={t.noModifierLike}
    />
  );
}
