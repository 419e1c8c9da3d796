import { check, type DatabaseReport } from '../../../store/index.ts';

const WHICH = (table: string): string =>
  `${table}.id || ' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;
const PARTS = `SELECT r.merchant_id, r.livemode, r.id, r.status, r.amount, (p.value ->> 'id') AS part_id, (p.value ->> 'payment_id') AS payment_id, (p.value ->> 'amount')::bigint AS part, (p.value ->> 'status') AS part_status
               FROM sale_refunds r, jsonb_array_elements(r.parts) p`;
const BACK = `SELECT r.merchant_id, r.livemode, r.sale_id, (l.value ->> 'line')::int AS line, sum((l.value ->> 'quantity')::bigint) AS quantity
              FROM sale_refunds r, jsonb_array_elements(r.lines) l WHERE r.status <> 'failed' GROUP BY 1, 2, 3, 4`;

/** What must hold of what came back of sales at every moment. */
export const refundChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.saleRefundsAddUp',
    `SELECT ${WHICH('s')} || ': ' || s.amount_refunded || ' refunded of ' || s.amount_paid || ', its refunds make ' || coalesce(r.amount, 0)
     FROM sales s LEFT JOIN (SELECT merchant_id, livemode, sale_id, sum(amount) AS amount FROM sale_refunds GROUP BY 1, 2, 3) AS r ON ${KEY('r', 's')} AND r.sale_id = s.id
     WHERE s.amount_refunded <> CASE WHEN s.status IN ('voided', 'cancelled') THEN s.amount_paid ELSE coalesce(r.amount, 0) END OR s.amount_refunded > s.amount_paid`,
  ),
  check(
    'verify.saleRefundsHaveTheirSale',
    `SELECT ${WHICH('r')} || ' refunds ' || r.sale_id || ', which is ' || coalesce(s.status, 'no sale') FROM sale_refunds r LEFT JOIN sales s ON ${KEY('s', 'r')} AND s.id = r.sale_id
     WHERE s.status IS NULL OR (r.status <> 'failed' AND s.status NOT IN ('completed', 'partially_refunded', 'refunded'))`,
  ),
  check(
    'verify.saleLinesCameBackOnce',
    `SELECT ${WHICH('s')} || ': line ' || (l.value ->> 'line') || ' says that ' || (l.value ->> 'refunded') || ' of ' || (l.value ->> 'quantity') || ' came back, its refunds make ' || coalesce(b.quantity, 0)
     FROM sales s CROSS JOIN LATERAL jsonb_array_elements(s.lines) l LEFT JOIN (${BACK}) AS b ON ${KEY('b', 's')} AND b.sale_id = s.id AND b.line = (l.value ->> 'line')::int
     WHERE (l.value ->> 'refunded')::bigint <> coalesce(b.quantity, 0) OR (l.value ->> 'refunded')::bigint > (l.value ->> 'quantity')::bigint`,
  ),
  check(
    'verify.saleRefundsAreTheirParts',
    `SELECT ${WHICH('p')} || ' is ' || p.status || ' with ' || p.amount || ', its parts make ' || sum(p.part) FILTER (WHERE p.part_status NOT IN ('failed', 'cancelled')) FROM (${PARTS}) AS p
     GROUP BY p.merchant_id, p.livemode, p.id, p.status, p.amount
     HAVING p.amount <> coalesce(sum(p.part) FILTER (WHERE p.part_status NOT IN ('failed', 'cancelled')), 0) OR (p.status = 'pending') <> coalesce(bool_or(p.part_status = 'pending'), false)`,
  ),
  check(
    'verify.saleRefundsAreRefundsOfPayments',
    `SELECT ${WHICH('p')} || ' says that ' || p.part_id || ' gives back ' || p.part || ' of ' || p.payment_id || ', payments say ' || coalesce(f.amount::text, 'nothing') FROM (${PARTS}) AS p
     LEFT JOIN refunds f ON ${KEY('f', 'p')} AND f.id = p.part_id AND f.payment_id = p.payment_id WHERE f.amount IS DISTINCT FROM p.part OR (p.part_status <> 'pending' AND f.status <> p.part_status)`,
  ),
]);
