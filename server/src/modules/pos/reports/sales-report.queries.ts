import { SALES_REPORT_ROWS_MAX, type Currency, type SalesReportGroup } from '@cottontree/contract';
import type { ReportRange } from '../../../kernel/time/read-range.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { movements, RETURNED, SOLD, type Grouping } from './sold-movements.queries.ts';

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
