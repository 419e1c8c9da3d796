import { nearText } from '../../../kit/format/time.ts';
import { Said } from '../../../kit/parts/status.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import type { Names } from '../names.ts';
import { tillTexts } from '../texts.ts';
import type { Level } from './level.ts';
import { itemName } from './stock-parts.tsx';
import { stockTexts as t } from './texts.ts';

/** How much of a thing is at a location, as both lists of levels show it. */
export function levelColumns(names: Names): readonly Column<Level>[] {
  return [
    {
      key: 'name',
      title: tillTexts.product,
      phone: 1,
      cell: (level) => (
        <>
          {itemName(level)}
          <small class="desk">{level.sku}</small>
        </>
      ),
    },
    {
      key: 'location',
      title: tillTexts.location,
      phone: 4,
      cell: ({ location_id, sku }) => (
        <>
          {names.location(location_id)}
          {sku && <span class="only-phone"> · {sku}</span>}
        </>
      ),
    },
    {
      key: 'low',
      title: tillTexts.status,
      phone: 3,
      cell: (level) =>
        level.is_low ? (
          <Said meaning="wait" glyph="bang">
            {`${t.isLow}, ${t.lowAt(String(level.low_stock_threshold ?? ''))}`}
          </Said>
        ) : (
          ''
        ),
    },
    {
      key: 'reserved',
      title: t.reserved,
      right: true,
      cell: ({ reserved }) => reserved.toLocaleString('en'),
    },
    { key: 'on_hand', title: t.onHand, right: true, cell: ({ on_hand }) => on_hand.toLocaleString('en') },
    {
      key: 'available',
      title: t.available,
      right: true,
      phone: 2,
      cell: ({ available }) => <b class={available <= 0 ? 'fault' : ''}>{available.toLocaleString('en')}</b>,
    },
    {
      key: 'moved',
      title: t.lastMoved,
      right: true,
      cell: ({ updated_at }) => (updated_at === null ? t.never : nearText(updated_at)),
    },
  ];
}
