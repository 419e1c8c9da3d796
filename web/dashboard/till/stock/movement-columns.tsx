import type { Data, Operations } from '@cottontree/contract';
import type { VNode } from 'preact';
import { momentText } from '../../../kit/format/time.ts';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import type { Names } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { itemName, signed } from './stock-parts.tsx';
import { reasonText, stockTexts as t } from './texts.ts';

type Movement = Data<Operations['listStockMovements']>;

/** How stock moved: what, why, by whom, and what it left. */
export function movementColumns(names: Names): readonly Column<Movement>[] {
  return [
    {
      key: 'name',
      title: tillTexts.product,
      phone: 1,
      cell: (movement) => (
        <>
          {itemName(movement)}
          <small>{names.location(movement.location_id)}</small>
        </>
      ),
    },
    {
      key: 'cause',
      title: t.cause,
      phone: 3,
      cell: (movement) => (
        <>
          <Cause movement={movement} />
          {movement.note && <small>{movement.note}</small>}
        </>
      ),
    },
    {
      key: 'by',
      title: t.by,
      cell: ({ actor }) =>
        actor === null ? t.byItself : actor.type === 'staff' ? names.person(actor.id) : t.aKey,
    },
    { key: 'when', title: tillTexts.when, phone: 4, cell: ({ recorded_at }) => momentText(recorded_at) },
    {
      key: 'delta',
      title: t.delta,
      right: true,
      phone: 2,
      cell: ({ delta, reserved_delta }) => <b>{signed(delta === 0 ? reserved_delta : delta)}</b>,
    },
    {
      key: 'after',
      title: t.after,
      right: true,
      cell: ({ balance_after }) => balance_after.toLocaleString('en'),
    },
  ];
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  sale: (id) => `/till/sales/${id}`,
  sale_refund: (id) => `/till/refunds/${id}`,
  count: (id) => `/till/stock/counts/${id}`,
  transfer: (id) => `/till/stock/transfers/${id}`,
};

function Cause({ movement }: { readonly movement: Movement }): VNode {
  const page = PAGES[movement.ref_type];
  return page ? (
    <a class="link" href={at(page(movement.ref_id))}>
      {reasonText(movement.reason)}
    </a>
  ) : (
    <>{reasonText(movement.reason)}</>
  );
}
