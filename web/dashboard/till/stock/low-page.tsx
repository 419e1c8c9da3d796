import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { LevelList } from './level-list.tsx';
import { stockTexts as t } from './texts.ts';

/** What has come down to the number at which somebody wants to know. */
export function LowPage(): VNode {
  return (
    <LevelList
      operation={client.listLowStock}
      path="/pos/inventory/low-stock"
      label={t.low}
      none={[t.lowEmpty, t.lowEmptyText]}
    />
  );
}
