/** What a report groups by: of a whole sale or refund, and of a line of it. Where both are the same, lines need not be told apart. */
export type Grouping = {
  /** Of a sale `s`, or a refund whose sale is `s`; `moment` is when it counts. */
  readonly whole: (moment: string) => string;
  /** Of a line `l` of the sale; null: as the whole. */
  readonly line: string | null;
};

/** Names what is summed, in the order of `movements`. */
export const MOVEMENT_COLUMNS =
  'grouped, currency, sale_id, refund_id, quantity, gross, discounts, refunded, net, tax, tips, rounding, cost, uncosted';

const COUNTED = `s.status IN ('completed', 'partially_refunded', 'refunded')`;
/** Sales that were completed in the time. */
export const SOLD = `s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.completed_at >= :from AND s.completed_at < :until AND ${COUNTED} AND (:location_id::text IS NULL OR s.location_id = :location_id)`;
/** Refunds that were made in the time and did not fail. */
export const RETURNED = `r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.created_at >= :from AND r.created_at < :until AND r.status <> 'failed' AND (:location_id::text IS NULL OR r.location_id = :location_id)`;

const LINE = 's.merchant_id = l.merchant_id AND s.livemode = l.livemode AND s.id = l.sale_id';
const SALE_OF_REFUND = 's.merchant_id = r.merchant_id AND s.livemode = r.livemode AND s.id = r.sale_id';
const costOf = (quantity: string): string => `round(l.unit_cost * ${quantity}::numeric / 1000)`;

/**
 * What came with sales and went with refunds, as rows to be summed. Of a sale they are the whole of it and its lines; where
 * lines fall elsewhere than the whole, they are taken from it, so that the sums over all groups stay those of the sales.
 */
export function movements({ whole, line }: Grouping): string {
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
