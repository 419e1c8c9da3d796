import type { Currency } from '@cottontree/contract';
import type { OverviewQuestion } from '../../kernel/call/overview-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const OWN = 's.merchant_id = :merchant_id AND s.livemode = :livemode';
const SOLD_TODAY = `${OWN} AND s.completed_at >= :today AND s.completed_at <= :now AND s.status <> 'voided' AND s.currency = :currency`;
const TODAY = { ...KEY, today: 'timestamptz', now: 'timestamptz', currency: text<Currency>() } as const;
/** More drawers than anybody closes in a week. */
const CLOSED_MAX = 1_000;

const sold = statement({
  name: 'overview.soldToday',
  params: TODAY,
  row: { sales: 'int8', total: 'numeric', open_sessions: 'int8' },
  sql: `SELECT count(*) AS sales, coalesce(sum(s.total + s.cash_rounding), 0) AS total,
          (SELECT count(*) FROM cash_sessions c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.status <> 'closed') AS open_sessions
        FROM sales s WHERE ${SOLD_TODAY}`,
});

const tendered = statement({
  name: 'overview.tenderedToday',
  params: TODAY,
  row: { channel: 'text', amount: 'numeric' },
  sql: `SELECT p.channel, sum(p.amount) AS amount FROM sales s
        JOIN sale_payments p ON p.merchant_id = s.merchant_id AND p.livemode = s.livemode AND p.sale_id = s.id AND p.verdict = 'kept'
        WHERE ${SOLD_TODAY} GROUP BY 1 ORDER BY 2 DESC, 1`,
});

/** A report's own figures are text in its body; a number in it is in major units. */
const differing = statement({
  name: 'overview.differingDrawers',
  params: { ...KEY, week: 'timestamptz', currency: text<Currency>() },
  row: { id: 'text', closed_at: 'timestamptz', body: 'text', terminal: 'text?', location: 'text?' },
  sql: `SELECT z.id, z.closed_at, z.body, t.name AS terminal, l.name AS location FROM (
          SELECT s.merchant_id, s.livemode, s.id, s.closed_at, s.body, s.series, s.location_id FROM z_reports s WHERE ${OWN} AND s.closed_at >= :week ORDER BY s.closed_at LIMIT ${CLOSED_MAX}) z
        LEFT JOIN terminals t ON t.merchant_id = z.merchant_id AND t.livemode = z.livemode AND t.id = z.series
        LEFT JOIN locations l ON l.merchant_id = z.merchant_id AND l.livemode = z.livemode AND l.id = z.location_id
        WHERE z.body::jsonb ->> 'currency' = :currency AND jsonb_path_exists(z.body::jsonb, '$.tenders[*] ? (@.tender == "cash" && @.difference != null && @.difference != 0)')
        ORDER BY z.closed_at, z.id`,
});

/** Found by what was flagged, of which there is little. */
const flagged = statement({
  name: 'overview.flaggedDrawers',
  params: { ...KEY, week: 'timestamptz' },
  row: { id: 'text', flagged_at: 'timestamptz', terminal: 'text?', location: 'text?' },
  sql: `SELECT c.id, f.flagged_at, t.name AS terminal, l.name AS location FROM (
          SELECT s.session_id, min(s.recorded_at) AS flagged_at FROM drawer_flags s WHERE ${OWN} AND s.recorded_at >= :week GROUP BY s.session_id ORDER BY 2 LIMIT ${CLOSED_MAX}) f
        JOIN cash_sessions c ON c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = f.session_id
        LEFT JOIN terminals t ON t.merchant_id = c.merchant_id AND t.livemode = c.livemode AND t.id = c.terminal_id
        LEFT JOIN locations l ON l.merchant_id = c.merchant_id AND l.livemode = c.livemode AND l.id = c.location_id
        ORDER BY f.flagged_at, c.id`,
});

const begun = statement({
  name: 'overview.firstSale',
  params: KEY,
  row: { product_id: 'text?', product_at: 'timestamptz?', sale_id: 'text?', sale_at: 'timestamptz?' },
  sql: `SELECT p.id AS product_id, p.created_at AS product_at, f.id AS sale_id, f.completed_at AS sale_at FROM (SELECT) one
        LEFT JOIN (SELECT s.id, s.created_at FROM products s WHERE ${OWN} AND s.deleted_at IS NULL ORDER BY s.created_at, s.id LIMIT 1) p ON true
        LEFT JOIN (SELECT s.id, s.completed_at FROM sales s WHERE ${OWN} AND s.completed_at IS NOT NULL ORDER BY s.completed_at LIMIT 1) f ON true`,
});

const TRACKED = 'v.track_inventory AND v.deleted_at IS NULL';
const ownOf = (table: string): string =>
  `${table}.merchant_id = :merchant_id AND ${table}.livemode = :livemode`;
const STOCK = {
  count: 'int8',
  variant_id: 'text',
  name: 'text',
  variant_name: 'text?',
  sku: 'text?',
  updated_at: 'timestamptz?',
} as const;
const NAMED_MAX = 3;

/** Few are short, so the short are found first and named one by one: `LIMIT 1` keeps the planner from reading all products for them. */
const oversold = statement({
  name: 'overview.oversoldStock',
  params: KEY,
  row: STOCK,
  sql: `SELECT count(*) OVER () AS count, v.id AS variant_id, p.name, v.name AS variant_name, v.sku, w.updated_at
        FROM (SELECT s.location_id, s.variant_id, s.seq, s.updated_at FROM stock_levels s WHERE ${OWN} AND s.on_hand < s.reserved OFFSET 0) w
        JOIN locations l ON ${ownOf('l')} AND l.id = w.location_id AND l.deleted_at IS NULL AND (l.is_default OR w.seq > 0)
        CROSS JOIN LATERAL (SELECT v.id, v.product_id, v.name, v.sku, v.created_at FROM variants v WHERE ${ownOf('v')} AND v.id = w.variant_id AND ${TRACKED} LIMIT 1) v
        CROSS JOIN LATERAL (SELECT p.name FROM products p WHERE ${ownOf('p')} AND p.id = v.product_id AND p.deleted_at IS NULL LIMIT 1) p
        ORDER BY v.created_at DESC, v.id DESC, w.location_id DESC LIMIT ${NAMED_MAX}`,
});

/** As in the list: what was never somewhere has not come down to anything there. */
const low = statement({
  name: 'overview.lowStock',
  params: KEY,
  row: STOCK,
  sql: `WITH low AS MATERIALIZED (
          SELECT v.id, v.product_id, v.name, v.sku, v.created_at, l.id AS location_id, s.updated_at FROM variants v
          JOIN locations l ON ${ownOf('l')} AND l.deleted_at IS NULL
          JOIN stock_levels s ON ${OWN} AND s.location_id = l.id AND s.variant_id = v.id
          WHERE ${ownOf('v')} AND ${TRACKED} AND v.is_active AND v.low_stock_threshold IS NOT NULL AND s.seq > 0 AND s.on_hand - s.reserved <= v.low_stock_threshold)
        SELECT count(*) OVER () AS count, w.id AS variant_id, p.name, w.name AS variant_name, w.sku, w.updated_at FROM low w
        CROSS JOIN LATERAL (SELECT p.name FROM products p WHERE ${ownOf('p')} AND p.id = w.product_id AND p.deleted_at IS NULL AND p.is_active LIMIT 1) p
        ORDER BY w.created_at DESC, w.id DESC, w.location_id DESC LIMIT ${NAMED_MAX}`,
});

export type ShortStock = ValuesOf<typeof STOCK>;
export type SoldToday = ValuesOf<(typeof sold)['row']>;
export type TenderedToday = ValuesOf<(typeof tendered)['row']>;
export type DifferingDrawer = ValuesOf<(typeof differing)['row']>;
export type FirstSale = ValuesOf<(typeof begun)['row']>;

/** The latest products of which more is sold or kept than there is, each with how many there are. */
export async function oversoldStock(
  runner: Runner,
  { tenant }: OverviewQuestion,
): Promise<readonly ShortStock[]> {
  return runner.run(oversold, keyOf(tenant));
}

/** The latest products that came down to their threshold, each with how many there are. */
export async function lowStock(runner: Runner, { tenant }: OverviewQuestion): Promise<readonly ShortStock[]> {
  return runner.run(low, keyOf(tenant));
}

/** Sales of today that stand, and drawers that are open. */
export async function soldToday(
  runner: Runner,
  { tenant, today, now, currency }: OverviewQuestion,
): Promise<SoldToday> {
  const [row] = await runner.run(sold, { ...keyOf(tenant), today, now, currency });
  if (!row) throw new Error('A count has no row.');
  return row;
}

/** How they were paid, the largest first. */
export async function tenderedToday(
  runner: Runner,
  { tenant, today, now, currency }: OverviewQuestion,
): Promise<readonly TenderedToday[]> {
  return runner.run(tendered, { ...keyOf(tenant), today, now, currency });
}

/** Drawers closed since a moment whose cash was not what it should have been, oldest first. */
export async function differingDrawers(
  runner: Runner,
  { tenant, currency }: OverviewQuestion,
  week: Date,
): Promise<readonly DifferingDrawer[]> {
  return runner.run(differing, { ...keyOf(tenant), week, currency });
}

export type FlaggedDrawer = ValuesOf<(typeof flagged)['row']>;

/** Drawers in which something to look at came in since then, the oldest first. */
export async function flaggedDrawers(
  runner: Runner,
  { tenant }: OverviewQuestion,
  week: Date,
): Promise<readonly FlaggedDrawer[]> {
  return runner.run(flagged, { ...keyOf(tenant), week });
}

/** The first product and the first sale. */
export async function firstSale(
  runner: Runner,
  { tenant }: OverviewQuestion,
): Promise<FirstSale | undefined> {
  return (await runner.run(begun, keyOf(tenant)))[0];
}
