import { limits } from 'form:listStockMovements';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import type { Filter } from '../../../kit/list/filters.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { movementColumns } from './movement-columns.tsx';
import { StockParts } from './stock-parts.tsx';
import { reasonText, stockTexts as t } from './texts.ts';
import '../till.css';

/** Every change of the stock, with why. */
export function MovementsPage(): VNode {
  const names = useNames();
  const filters: readonly Filter[] = [
    {
      name: 'reason',
      label: t.cause,
      kind: 'choice',
      options: (limits['reason']?.options ?? []).map((reason) => [reason, reasonText(reason)] as const),
    },
    { name: 'location_id', label: tillTexts.location, kind: 'choice', options: choicesOf(names.locations) },
    { name: 'from', label: t.from, kind: 'date' },
    { name: 'to', label: t.to, kind: 'date' },
  ];
  return (
    <Page
      title={t.title}
      name={t.movements}
      crumbs={[[t.title, at('/till/stock')]]}
      acts={<CsvButton path="/pos/inventory/movements" filters={filters.map(({ name }) => name)} />}
    >
      <StockParts />
      <List
        operation={client.listStockMovements}
        label={t.movements}
        columns={movementColumns(names)}
        keyOf={({ id }) => id}
        filters={filters}
        sorts={[
          ['-recorded_at', tillTexts.newest],
          ['recorded_at', tillTexts.oldest],
        ]}
        empty={<Empty title={t.noMovements} text={t.noMovementsText} />}
        nothing={t.noMovement}
      />
    </Page>
  );
}
