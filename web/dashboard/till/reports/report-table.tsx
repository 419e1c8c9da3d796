import type { VNode } from 'preact';
import { dateText } from '../../../kit/format/time.ts';
import { Share } from '../../../kit/parts/bars.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Table, type Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { tenderText } from '../texts.ts';
import type { Group, Row } from './report.ts';
import { reportsTexts as t } from './texts.ts';

type Figure = 'gross' | 'discounts' | 'refunded' | 'net' | 'tax' | 'tips' | 'collected' | 'cost' | 'margin';
const FIGURES: Readonly<Record<Group, readonly Figure[]>> = {
  day: ['gross', 'discounts', 'refunded', 'net', 'tax', 'tips', 'collected'],
  product: ['gross', 'discounts', 'refunded', 'net', 'cost', 'margin'],
  category: ['gross', 'discounts', 'refunded', 'net', 'cost', 'margin'],
  staff: ['gross', 'discounts', 'refunded', 'net', 'tips', 'collected'],
  channel: ['collected'],
  tax: ['net', 'tax'],
};

/** What each group made, as parts of the whole and in figures. */
export function ReportTable({
  rows,
  group,
}: {
  readonly rows: readonly Row[];
  readonly group: Group;
}): VNode {
  const main: Figure =
    group === 'tax' ? 'tax' : group === 'product' || group === 'category' ? 'net' : 'collected';
  const shown =
    group === 'day'
      ? rows.toReversed()
      : rows.toSorted((a, b) => Number(b[main] ?? 0) - Number(a[main] ?? 0));
  const most = Math.max(0, ...rows.map((row) => Number(row[main] ?? 0)));
  const hasCount = rows.some(({ sales }) => sales !== null);
  const hasQuantity =
    rows.some(({ quantity }) => quantity !== null) && (group === 'product' || group === 'category');
  return (
    <Table
      label={t[group]}
      rows={shown}
      keyOf={(row) => row.group}
      {...(group === 'product' ? { hrefOf: hrefOfProduct } : {})}
      columns={[
        {
          key: 'group',
          title: t[group],
          phone: 1,
          cell: (row) => (
            <span class="till-rank">
              {nameOf(row, group)}
              <Share parts={[[Math.max(0, Number(row[main] ?? 0)), 'chart-1']]} total={most} />
            </span>
          ),
        },
        ...(hasCount
          ? [
              {
                key: 'sales',
                title: t.sales,
                right: true,
                phone: 3 as const,
                cell: (row: Row) => (row.sales === null ? '' : t.salesIn(row.sales)),
              },
            ]
          : []),
        ...(hasQuantity
          ? [
              {
                key: 'quantity',
                title: t.quantity,
                right: true,
                phone: 4 as const,
                cell: (row: Row) => row.quantity?.toLocaleString('en') ?? '',
              },
            ]
          : []),
        ...FIGURES[group].map((figure) => column(figure, { group, main })),
      ]}
    />
  );
}

function column(
  figure: Figure,
  { group, main }: { readonly group: Group; readonly main: Figure },
): Column<Row> {
  const title = figure === 'tax' ? t.taxes : figure === 'net' && group === 'tax' ? t.taxed : t[figure];
  return {
    key: figure,
    title,
    right: true,
    ...(figure === main ? { phone: 2 } : {}),
    cell: (row) => {
      const amount = row[figure];
      if (amount === null) return figure === 'margin' ? <span class="faint">{t.marginUnknown}</span> : '';
      return <Money amount={amount} currency={row.currency} />;
    },
  };
}

function nameOf({ group: id, name }: Row, group: Group): string {
  if (group === 'day') return dateText(id);
  if (group === 'channel') return tenderText(id);
  if (id === 'none') return t.none;
  return id === 'other' ? t.other : (name ?? id);
}

/** What belongs to no product leads to all of them. */
function hrefOfProduct({ group: id }: Row): string {
  return at(id.startsWith('prod_') ? `/till/products/${id}` : '/till/products');
}
