import type { ListAnswer } from '@cottontree/client';
import type { Data, Operations } from '@cottontree/contract';
import { PackagePlus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import type { Filter } from '../../../kit/list/filters.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { ALL, when } from '../when.ts';
import { levelColumns } from './level-columns.tsx';
import { StockParts } from './stock-parts.tsx';
import { stockTexts as t } from './texts.ts';
import '../till.css';

type Props = {
  readonly operation: (call: never) => Promise<ListAnswer<Data<Operations['listInventory']>>>;
  /** Where the API lists them. */
  readonly path: string;
  readonly label: string;
  /** Filters beside place and category. */
  readonly filters?: readonly Filter[];
  readonly none: readonly [title: string, text: string];
};

/** How much of what is where. */
export function LevelList({ operation, path, label, none, ...more }: Props): VNode {
  const names = useNames();
  const categories = useCall(client.listCategories, when(may('pos:read'), ALL)).answer?.data ?? [];
  const filters: readonly Filter[] = [
    { name: 'location_id', label: tillTexts.location, kind: 'choice', options: choicesOf(names.locations) },
    { name: 'category_id', label: t.categories, kind: 'choice', options: choicesOf(categories) },
    ...(more.filters ?? []),
  ];
  return (
    <Page
      title={t.title}
      acts={
        <>
          <CsvButton path={path} filters={['q', 'sort', ...filters.map(({ name }) => name)]} />
          {may('inventory:write') && (
            <ButtonLink kind="primary" icon={PackagePlus} href={at('/till/stock/receive')}>
              {t.receive}
            </ButtonLink>
          )}
        </>
      }
    >
      <StockParts />
      <List
        operation={operation}
        label={label}
        columns={levelColumns(names)}
        keyOf={({ variant_id, location_id }) => `${variant_id} ${location_id}`}
        hrefOf={({ variant_id, location_id }) => at(`/till/stock/${variant_id}?location=${location_id}`)}
        filters={filters}
        search={{ name: 'q', placeholder: t.find }}
        sorts={[
          ['-created_at', tillTexts.newest],
          ['name', tillTexts.byName],
        ]}
        empty={
          <Empty
            title={none[0]}
            text={none[1]}
            acts={<ButtonLink href={at('/till/products')}>{tillTexts.products}</ButtonLink>}
          />
        }
        nothing={t.nothing}
      />
    </Page>
  );
}
