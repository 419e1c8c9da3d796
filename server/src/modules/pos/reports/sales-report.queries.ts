import { SALES_REPORT_ROWS_MAX, type Currency, type SalesReportGroup } from '@cottontree/contract';
import type { ReportRange } from '../../../kernel/time/read-range.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { byGiven, equal } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

/** What a report groups by: of a whole sale or refund, and of a line of it. Where both are the same, lines need not be told apart. */
type Grouping = {
  /** Of a sale `s`, or a refund whose sale is `s`; `moment` is when it counts. */
  readonly whole: (moment: string) => string;
  /** Of a line `l` of the sale; null: as the whole. */
  readonly line: string | null;
};

/** Names what is summed, in the order of `movements`. */
const MOVEMENT_COLUMNS =
  'grouped, currency, sale_id, refund_id, quantity, gross, discounts, refunded, net, tax, tips, rounding, cost, uncosted';

const COUNTED = `s.status IN ('completed', 'partially_refunded', 'refunded')`;
/** Sales that were completed in the time. */
const SOLD = `s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.completed_at >= :from AND s.completed_at < :until AND ${COUNTED} AND (:location_id::text IS NULL OR s.location_id = :location_id)`;
/** Refunds that were made in the time and did not fail. */
const RETURNED = `r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.created_at >= :from AND r.created_at < :until AND r.status <> 'failed' AND (:location_id::text IS NULL OR r.location_id = :location_id)`;

const LINE = 's.merchant_id = l.merchant_id AND s.livemode = l.livemode AND s.id = l.sale_id';
const SALE_OF_REFUND = 's.merchant_id = r.merchant_id AND s.livemode = r.livemode AND s.id = r.sale_id';
const costOf = (quantity: string): string => `round(l.unit_cost * ${quantity}::numeric / 1000)`;

/**
 * What came with sales and went with refunds, as rows to be summed. Of a sale they are the whole of it and its lines; where
 * lines fall elsewhere than the whole, they are taken from it, so that the sums over all groups stay those of the sales.
 */
function movements({ whole, line }: Grouping): string {
  const sold = whole('s.completed_at');
  const back = whole('r.created_at');
  const parts = [
    `SELECT ${sold}, s.currency, NULL::text, NULL::text, 0::numeric, s.subtotal, s.discount, 0, s.total - s.tax - s.tip, s.tax, s.tip, s.cash_rounding, 0::numeric, 0 FROM sales s WHERE ${SOLD}`,
    `SELECT ${line ?? sold}, s.currency, s.id, NULL, l.quantity_milli, ${line ? 'l.gross, l.discount, 0, l.total - l.tax, l.tax' : '0, 0, 0, 0, 0'}, 0, 0, coalesce(${costOf('l.quantity_milli')}, 0), (l.unit_cost IS NULL)::int
     FROM sales s JOIN sale_lines l ON ${LINE} WHERE ${SOLD}`,
    `SELECT ${back}, s.currency, NULL, CASE WHEN ${line === null} OR r.lines = '[]' THEN r.id END, 0, 0, 0, r.amount, -(r.amount - r.tax - r.tip - r.cash_rounding), -r.tax, -r.tip, -r.cash_rounding, 0, 0
     FROM sale_refunds r JOIN sales s ON ${SALE_OF_REFUND} WHERE ${RETURNED}`,
    `SELECT ${line ?? back}, s.currency, NULL, i.refund_id, -i.quantity, 0, 0, ${line ? 'i.amount, -(i.amount - i.tax), -i.tax' : '0, 0, 0'}, 0, 0, -CASE WHEN i.restock THEN coalesce(${costOf('i.quantity')}, 0) ELSE 0 END, 0
     FROM returned i JOIN sale_refunds r ON r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = i.refund_id JOIN sales s ON ${SALE_OF_REFUND} JOIN sale_lines l ON ${LINE} AND l.line = i.line`,
  ];
  const taken = [
    `SELECT ${sold}, s.currency, NULL, NULL, 0, -l.gross, -l.discount, 0, -(l.total - l.tax), -l.tax, 0, 0, 0, 0 FROM sales s JOIN sale_lines l ON ${LINE} WHERE ${SOLD}`,
    `SELECT ${back}, s.currency, NULL, NULL, 0, 0, 0, -i.amount, i.amount - i.tax, i.tax, 0, 0, 0, 0 FROM returned i JOIN sale_refunds r ON r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = i.refund_id JOIN sales s ON ${SALE_OF_REFUND}`,
  ];
  return `WITH ${RETURNED_LINES}, moved (${MOVEMENT_COLUMNS}) AS (${[...parts, ...(line === null ? [] : taken)].join('\n UNION ALL ')})`;
}

/** Goods that came back in the time; of a line's tax, the rounded share of all that has come back less what came before. */
const RETURNED_LINES = `all_returned AS (
  SELECT r.id AS refund_id, r.sale_id, r.created_at, r.location_id, i.line, i.quantity, i.amount, i.restock, sum(i.quantity) OVER (PARTITION BY r.sale_id, i.line ORDER BY r.created_at, r.id) AS so_far
  FROM sale_refunds r CROSS JOIN LATERAL jsonb_to_recordset(r.lines) AS i (line integer, quantity bigint, amount bigint, restock boolean)
  WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.status <> 'failed' AND r.sale_id IN (SELECT r.sale_id FROM sale_refunds r WHERE ${RETURNED})
), returned AS (
  SELECT i.refund_id, i.line, i.quantity, i.amount, i.restock, (round(l.tax * i.so_far / l.quantity_milli) - round(l.tax * (i.so_far - i.quantity) / l.quantity_milli))::int8 AS tax
  FROM all_returned i JOIN sale_lines l ON l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.sale_id = i.sale_id AND l.line = i.line
  WHERE i.created_at >= :from AND i.created_at < :until AND (:location_id::text IS NULL OR i.location_id = :location_id)
)`;

const PARAMS = {
  merchant_id: 'text',
  livemode: 'bool',
  from: 'timestamptz',
  until: 'timestamptz',
  location_id: 'text?',
  time_zone: 'text',
} as const;
const ROW = {
  group: 'text',
  name: 'text?',
  currency: text<Currency>(),
  sales: 'int8?',
  refunds: 'int8?',
  quantity: 'numeric?',
  gross: 'numeric?',
  discounts: 'numeric?',
  refunded: 'numeric?',
  net: 'numeric?',
  tax: 'numeric?',
  tips: 'numeric?',
  rounding: 'numeric?',
  collected: 'numeric?',
  cost: 'numeric?',
  uncosted: 'int8?',
} as const;

const SUMS = `count(DISTINCT m.sale_id) AS sales, count(DISTINCT m.refund_id) AS refunds, sum(m.quantity) AS quantity, sum(m.gross) AS gross, sum(m.discounts) AS discounts, sum(m.refunded) AS refunded,
  sum(m.net) AS net, sum(m.tax) AS tax, sum(m.tips) AS tips, sum(m.rounding) AS rounding, sum(m.net + m.tax + m.tips + m.rounding) AS collected, sum(m.cost) AS cost, sum(m.uncosted) AS uncosted`;

/** A row of nothing but zeros says nothing: what belongs to no product is often none at all. */
const NOTHING = `m.grouped = 'other' AND sum(m.gross) = 0 AND sum(m.discounts) = 0 AND sum(m.refunded) = 0 AND sum(m.net) = 0 AND sum(m.tax) = 0 AND sum(m.tips) = 0 AND sum(m.rounding) = 0`;

type Report = Grouping & {
  /** The name of a group `g.grouped`. */ readonly name: string;
  readonly order: string;
};

const REPORTS: Readonly<Record<'day' | 'product' | 'category' | 'staff', Report>> = {
  day: {
    whole: (moment) => `to_char(${moment} AT TIME ZONE :time_zone::text, 'YYYY-MM-DD')`,
    line: null,
    name: 'NULL::text',
    order: 'g.grouped',
  },
  product: {
    whole: () => `'other'`,
    line: `coalesce(l.product_id, 'none')`,
    name: `(SELECT p.name FROM products p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = g.grouped)`,
    order: 'g.net DESC, g.grouped',
  },
  category: {
    whole: () => `'other'`,
    line: `coalesce(l.category_id, 'none')`,
    name: `(SELECT c.name FROM categories c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = g.grouped)`,
    order: 'g.net DESC, g.grouped',
  },
  staff: {
    whole: () => `coalesce(s.staff_id, 'none')`,
    line: null,
    name: `(SELECT f.name FROM staff f WHERE f.merchant_id = :merchant_id AND f.livemode = :livemode AND f.id = g.grouped)`,
    order: 'g.net DESC, g.grouped',
  },
};

/** Only what falls on days needs to know where they begin. */
const byMovements = (group: keyof typeof REPORTS) => {
  const { name, order } = REPORTS[group];
  return statement({
    name: `posReports.${group}`,
    params: PARAMS,
    row: ROW,
    sql: `${movements(REPORTS[group])}
        SELECT g.grouped AS group, ${name} AS name, g.currency, g.sales, g.refunds, g.quantity, g.gross, g.discounts, g.refunded, g.net, g.tax, g.tips, g.rounding, g.collected, g.cost, g.uncosted
        FROM (SELECT m.grouped, m.currency, ${SUMS} FROM moved m WHERE :time_zone::text IS NOT NULL GROUP BY m.grouped, m.currency HAVING NOT (${NOTHING})) g ORDER BY ${order}, g.currency LIMIT ${SALES_REPORT_ROWS_MAX}`,
  });
};

const NONE = (columns: readonly string[]): string =>
  columns.map((column) => `NULL::${column === 'uncosted' ? 'int8' : 'numeric'} AS ${column}`).join(', ');

const byChannel = statement({
  name: 'posReports.channel',
  params: PARAMS,
  row: ROW,
  sql: `WITH moved AS (
          SELECT p.channel, s.currency, s.id AS sale_id, NULL::text AS refund_id, p.amount, 0::int8 AS refunded FROM sales s
          JOIN sale_payments p ON p.merchant_id = s.merchant_id AND p.livemode = s.livemode AND p.sale_id = s.id AND p.verdict = 'kept' WHERE ${SOLD}
          UNION ALL
          SELECT CASE WHEN i.tender = 'cash' THEN 'cash' ELSE i.channel END, r.currency, NULL, r.id, -i.amount, i.amount FROM sale_refunds r
          CROSS JOIN LATERAL jsonb_to_recordset(r.parts) AS i (channel text, tender text, amount int8, status text) WHERE ${RETURNED} AND i.status NOT IN ('failed', 'cancelled')
        )
        SELECT m.channel AS group, NULL::text AS name, m.currency, count(DISTINCT m.sale_id) AS sales, count(DISTINCT m.refund_id) AS refunds, ${NONE(['quantity', 'gross', 'discounts'])}, sum(m.refunded) AS refunded,
          ${NONE(['net', 'tax', 'tips', 'rounding'])}, sum(m.amount) AS collected, ${NONE(['cost', 'uncosted'])}
        FROM moved m WHERE :time_zone::text IS NOT NULL GROUP BY m.channel, m.currency ORDER BY m.channel, m.currency`,
});

const byTax = statement({
  name: 'posReports.tax',
  params: PARAMS,
  row: ROW,
  sql: `WITH moved AS (
          SELECT t.name, t.rate, t.inclusive, s.currency, s.id AS sale_id, NULL::text AS refund_id, t.base, t.amount FROM sales s
          CROSS JOIN LATERAL jsonb_to_recordset(s.taxes) AS t (name text, rate int8, inclusive boolean, base int8, amount int8) WHERE ${SOLD}
          UNION ALL
          SELECT t.name, t.rate, t.inclusive, r.currency, NULL, r.id, -t.base, -t.amount FROM sale_refunds r
          CROSS JOIN LATERAL jsonb_to_recordset(r.taxes) AS t (name text, rate int8, inclusive boolean, base int8, amount int8) WHERE ${RETURNED}
        )
        SELECT trim_scale(m.rate::numeric / 10000)::text || CASE WHEN m.inclusive THEN '% in price' ELSE '%' END AS group, m.name, m.currency, count(DISTINCT m.sale_id) AS sales, count(DISTINCT m.refund_id) AS refunds,
          ${NONE(['quantity', 'gross', 'discounts', 'refunded'])}, sum(m.base) AS net, sum(m.amount) AS tax, ${NONE(['tips', 'rounding', 'collected', 'cost', 'uncosted'])}
        FROM moved m WHERE :time_zone::text IS NOT NULL GROUP BY m.name, m.rate, m.inclusive, m.currency ORDER BY m.name, m.rate, m.inclusive, m.currency`,
});

const statements = {
  day: byMovements('day'),
  product: byMovements('product'),
  category: byMovements('category'),
  staff: byMovements('staff'),
  channel: byChannel,
  tax: byTax,
} as const;

export type SalesSums = ValuesOf<typeof ROW>;

/** What was sold in the time, less what came back, in groups. */
export async function sumSales(
  runner: Runner,
  tenant: Tenant,
  {
    group,
    range,
    locationId,
  }: { readonly group: SalesReportGroup; readonly range: ReportRange; readonly locationId: string | null },
): Promise<readonly SalesSums[]> {
  return runner.run(statements[group], {
    ...keyOf(tenant),
    from: range.from,
    until: range.until,
    location_id: locationId,
    time_zone: range.timeZone,
  });
}

const Z_REPORT = { id: 'text', body: 'text', hash: 'bytea' } as const;

/** The Z reports of drawers closed in the time. */
export const zReportList = list('reportZ', {
  from: 'z_reports z',
  row: Z_REPORT,
  given: { closed_from: 'timestamptz', closed_until: 'timestamptz' },
  where: 'z.closed_at >= :closed_from AND z.closed_at < :closed_until',
  filters: { from: byGiven, to: byGiven, location_id: equal('z.location_id') },
  sorts: { closed_at: byTime('z.closed_at') },
});

export type ZRow = ValuesOf<typeof Z_REPORT>;
