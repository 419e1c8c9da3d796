import type { ListAnswer } from '@cottontree/client';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { may } from '../../../kit/data/session.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { tillTexts } from '../texts.ts';
import { CatalogueParts } from './products-page.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type Listed = { readonly id: string; readonly name: string; readonly is_active: boolean };

type Props<Row> = {
  readonly operation: (call: never) => Promise<ListAnswer<Row>>;
  /** Where the API lists them. */
  readonly path: string;
  /** Where their pages are. */
  readonly pages: string;
  readonly title: string;
  /** What making one is called. */
  readonly add: string;
  /** What is told of one between its name and whether it is offered. */
  readonly columns: readonly Column<NoInfer<Row>>[];
  readonly none: readonly [title: string, text: string];
  readonly noneLike: string;
};

/** All parts of one kind of the catalogue, in the order of the till. */
export function CatalogueList<Row extends Listed>(props: Props<Row>): VNode {
  const { operation, path, pages, title, columns, none, noneLike } = props;
  const add = may('pos:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at(`${pages}/new`)}>
      {props.add}
    </ButtonLink>
  );
  return (
    <Page
      title={title}
      crumbs={[[t.title, at('/till/products')]]}
      acts={
        <>
          <CsvButton path={path} filters={['q', 'is_active', 'sort']} />
          {add}
        </>
      }
    >
      <CatalogueParts />
      <List
        operation={operation}
        label={title}
        columns={[
          { key: 'name', title: tillTexts.name, phone: 1, cell: ({ name }) => name },
          ...columns,
          {
            key: 'status',
            title: tillTexts.status,
            phone: 3,
            cell: ({ is_active }) => <Status of="product" status={is_active ? 'active' : 'inactive'} />,
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`${pages}/${id}`)}
        isDim={({ is_active }) => !is_active}
        filters={[{ name: 'is_active', label: t.offered, kind: 'switch' }]}
        search={{ name: 'q', placeholder: tillTexts.name }}
        sorts={[
          ['position', tillTexts.byPlace],
          ['name', tillTexts.byName],
          ['-created_at', tillTexts.newest],
        ]}
        empty={<Empty title={none[0]} text={none[1]} acts={add} />}
        nothing={noneLike}
      />
    </Page>
  );
}
