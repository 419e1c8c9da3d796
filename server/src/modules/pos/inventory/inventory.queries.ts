import { type ValuesOf } from '../../../store/index.ts';
import {
  equal,
  from,
  matching,
  matchingAs,
  only,
  until,
  type Filter,
} from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';
import { foldText } from '../catalogue/fold-text.ts';

const VARIANT = {
  variant_id: 'text',
  product_id: 'text',
  name: 'text',
  variant_name: 'text?',
  sku: 'text?',
} as const;
const LEVEL = {
  location_id: 'text',
  ...VARIANT,
  on_hand: 'int8',
  reserved: 'int8',
  seq: 'int8',
  low_stock_threshold: 'int8?',
  updated_at: 'timestamptz?',
} as const;
const MOVEMENT = {
  id: 'text',
  location_id: 'text',
  ...VARIANT,
  seq: 'int8',
  delta: 'int8',
  reserved_delta: 'int8',
  balance_after: 'int8',
  reserved_after: 'int8',
  reason: 'text',
  ref_type: 'text',
  ref_id: 'text',
  ref_line: 'text',
  note: 'text?',
  actor_type: 'text?',
  actor_id: 'text?',
  unit_cost: 'int8?',
  occurred_at: 'timestamptz',
  recorded_at: 'timestamptz',
} as const;
const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;

/** What of a movement its variant and product tell. */
const NAMED: Readonly<Record<string, string>> = {
  product_id: 'v.product_id',
  name: 'q.name',
  variant_name: 'v.name AS variant_name',
  sku: 'v.sku',
};

const AVAILABLE = 'coalesce(s.on_hand - s.reserved, 0)';
/** Without a location: what is or was somewhere, and everything at the default one. */
const atLocation: Filter<string> = (path) => ({
  params: { [path]: 'text?' },
  sql: `CASE WHEN :${path}::text IS NULL THEN l.is_default OR s.seq > 0 ELSE l.id = :${path} END`,
  optional: false,
  read: (id) => ({ [path]: id ?? null }),
});
const LEVELS = {
  from: `variants v JOIN products p ON ${KEY('p', 'v')} AND p.id = v.product_id
          JOIN locations l ON ${KEY('l', 'v')} AND l.deleted_at IS NULL
          LEFT JOIN stock_levels s ON ${KEY('s', 'v')} AND s.location_id = l.id AND s.variant_id = v.id`,
  row: LEVEL,
  select: `l.id AS location_id, v.id AS variant_id, v.product_id, p.name, v.name AS variant_name, v.sku, coalesce(s.on_hand, 0) AS on_hand, coalesce(s.reserved, 0) AS reserved, coalesce(s.seq, 0) AS seq,
            v.low_stock_threshold, s.updated_at`,
  id: "v.id || '-' || l.id",
  sorts: { created_at: byTime('v.created_at'), name: byText('lower(left(p.name, 60))') },
} as const;
/** What was never there has not come down to anything. */
const LOW = `s.seq > 0 AND ${AVAILABLE} <= v.low_stock_threshold`;
const TRACKED = 'v.track_inventory AND v.deleted_at IS NULL AND p.deleted_at IS NULL';
const OF_LEVELS = {
  location_id: atLocation,
  variant_id: equal('v.id'),
  product_id: equal('v.product_id'),
  category_id: equal('p.category_id'),
  q: matchingAs((words) => `position(${words} IN p.search) > 0`, foldText),
};

/** What of a merchant's goods is where. */
export const levelList = list('listInventory', {
  ...LEVELS,
  where: TRACKED,
  filters: {
    ...OF_LEVELS,
    low_stock: only(LOW),
    oversold: only(`${AVAILABLE} < 0`),
  },
});

/** What has come down to its threshold and is on sale. */
export const lowLevelList = list('listLowStock', {
  ...LEVELS,
  where: `${TRACKED} AND ${LOW} AND v.is_active AND p.is_active`,
  filters: OF_LEVELS,
});

/** How a merchant's stock moved. */
export const movementList = list('listStockMovements', {
  from: 'stock_movements m',
  row: MOVEMENT,
  select: Object.keys(MOVEMENT)
    .map((name) => NAMED[name] ?? `m.${name}`)
    .join(', '),
  joins: `JOIN variants v ON ${KEY('v', 'm')} AND v.id = m.variant_id JOIN products q ON ${KEY('q', 'm')} AND q.id = v.product_id`,
  counted: 'kept',
  filters: {
    location_id: equal('m.location_id'),
    variant_id: equal('m.variant_id'),
    product_id: matching(
      (id) =>
        `m.variant_id = ANY (ARRAY (SELECT o.id FROM variants o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.product_id = ${id}))`,
    ),
    reason: equal('m.reason'),
    ref: equal('m.ref_id'),
    from: from('m.recorded_at'),
    to: until('m.recorded_at'),
  },
  sorts: { created_at: byTime('m.recorded_at') },
});

export type LevelRow = ValuesOf<typeof LEVEL>;
export type StockMovementRow = ValuesOf<typeof MOVEMENT>;
