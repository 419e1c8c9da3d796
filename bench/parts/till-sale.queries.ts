import type pg from 'pg';
import { functionNames } from '../../server/src/store/index.ts';

/** Makes a function that sells as the service does: it copies the shop's one sale, with another five products each time. */
export async function prepareFloorSales(
  database: pg.Client,
  { merchantId, variantIds }: { readonly merchantId: string; readonly variantIds: readonly string[] },
): Promise<void> {
  const ids = variantIds.map((id) => `'${id}'`).join(', ');
  await database.query(`
    CREATE TABLE bench_sale AS SELECT s.location_id, to_jsonb(s) AS sale, (s.payments -> 0 ->> 'id') AS payment_id,
      (SELECT o.facts FROM outbox o WHERE o.entity = s.id AND o.kind = 'pos.sale.completed') AS facts FROM sales s WHERE s.merchant_id = '${merchantId}' LIMIT 1;
    CREATE FUNCTION bench_sell(n bigint, first integer, step integer) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      t bench_sale%ROWTYPE; all_ids text[] := ARRAY[${ids}]; picked text[]; sold jsonb; sale_id text := 'sale_b' || n; payment_id text := 'pay_b' || n;
    BEGIN
      SELECT * INTO t FROM bench_sale;
      SELECT array_agg(all_ids[1 + (first + l * step) % 20] ORDER BY l) INTO picked FROM generate_series(0, 4) AS l;
      PERFORM v.price, p.name, p.tax_rate FROM variants v JOIN products p ON p.merchant_id = v.merchant_id AND p.livemode = v.livemode AND p.id = v.product_id WHERE v.merchant_id = '${merchantId}' AND v.livemode = false AND v.id = ANY (picked);
      sold := t.sale || jsonb_build_object('id', sale_id, 'receipt_token', 'b' || n, 'change_id', 'b' || n, 'number', NULL, 'number_period', NULL, 'number_text', NULL, 'receipt_number', NULL, 'payments', jsonb_set(t.sale -> 'payments', '{0,id}', to_jsonb(payment_id)));
      PERFORM ${functionNames['change_sales']}('${merchantId}', false, t.location_id,
        jsonb_build_array(jsonb_build_object('id', sale_id, 'version', NULL, 'numbering', jsonb_build_object('period', '', 'head', 'B-', 'tail', '', 'digits', 5, 'receipt_number', NULL))),
        jsonb_build_object('new_sales', jsonb_build_array(sold),
          'lines', (SELECT jsonb_agg(l.line || jsonb_build_object('sale_id', sale_id, 'quantity_milli', l.line -> 'quantity', 'discount', l.line -> 'discount_total')) FROM jsonb_array_elements(sold -> 'lines') AS l (line)),
          'payments', jsonb_build_array(jsonb_build_object('sale_id', sale_id, 'payment_id', payment_id, 'channel', 'cash', 'verdict', 'kept', 'amount', sold -> 'amount_paid', 'created_at', now())),
          'moves', (SELECT jsonb_agg(jsonb_build_object('step', 1, 'id', 'mov_b' || n || '_' || (l.line ->> 'line'), 'location_id', t.location_id, 'variant_id', picked[(l.line ->> 'line')::integer], 'delta', '-' || (l.line ->> 'quantity'), 'reason', 'sale', 'ref_type', 'sale',
            'ref_id', sale_id, 'ref_line', l.line ->> 'line', 'occurred_at', now())) FROM jsonb_array_elements(sold -> 'lines') AS l (line)),
          'facts', jsonb_build_array(jsonb_build_object('step', 1, 'kind', 'pos.sale.completed', 'sequence', 1, 'facts', t.facts, 'at', now()))),
        now());
      INSERT INTO payments SELECT (jsonb_populate_record(p, jsonb_build_object('id', payment_id, 'page_token', 'b' || n, 'subject_id', sale_id))).* FROM payments p WHERE p.merchant_id = '${merchantId}' AND p.livemode = false AND p.id = t.payment_id;
      INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) SELECT '${merchantId}', false, k, payment_id, 1, '{}', now() FROM unnest(ARRAY['payment.created', 'payment.succeeded']) AS k;
      INSERT INTO ledger_tx (merchant_id, livemode, id, kind, subject, created_at) VALUES ('${merchantId}', false, 'ltx_' || payment_id || '_succeeded', 'payment.succeeded', payment_id, now()), ('${merchantId}', false, 'ltx_' || sale_id || '_completed', 'sale.completed', sale_id, now());
      INSERT INTO ledger_entries (merchant_id, livemode, tx_id, account, amount, currency, created_at)
      SELECT '${merchantId}', false, e.tx, e.account, e.amount, 'SLE', now() FROM (VALUES ('ltx_' || payment_id || '_succeeded', 'cash_drawer', (sold ->> 'amount_paid')::bigint), ('ltx_' || payment_id || '_succeeded', 'sales', -(sold ->> 'amount_paid')::bigint),
        ('ltx_' || sale_id || '_completed', 'sales', (sold ->> 'tax')::bigint), ('ltx_' || sale_id || '_completed', 'tax_payable', -(sold ->> 'tax')::bigint)) AS e (tx, account, amount);
    END $$`);
}
