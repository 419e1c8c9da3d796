import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { LevelList } from './level-list.tsx';
import { stockTexts as t } from './texts.ts';

/** How much of what is where. */
export function LevelsPage(): VNode {
  return (
    <LevelList
      operation={client.listInventory}
      path="/pos/inventory"
      label={t.levels}
      filters={[{ name: 'low_stock', label: t.low, kind: 'switch' }]}
      none={[t.emptyTitle, t.emptyText]}
    />
  );
}
