-- What a change of levels makes known: low_stock where what is available came down to the threshold, not while it stays
-- there; oversold where something went that was not there; each change only while an endpoint asks for it by name,
-- because those are as many as sales.
CREATE OR REPLACE FUNCTION tell_stock(
  tenant_merchant text, tenant_livemode boolean, levels_before stock_levels[], levels stock_levels[],
  written_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
  SELECT tenant_merchant, tenant_livemode, k.kind, g.location_id || ':' || g.variant_id, g.seq::integer,
    jsonb_build_object('location_id', g.location_id, 'variant_id', g.variant_id, 'product_id', v.product_id,
      'name', p.name, 'variant_name', v.name, 'sku', v.sku,
      'on_hand', trim_scale(g.on_hand / 1000.0), 'reserved', trim_scale(g.reserved / 1000.0),
      'available', trim_scale((g.on_hand - g.reserved) / 1000.0), 'seq', g.seq,
      'low_stock_threshold', trim_scale(v.low_stock_threshold / 1000.0),
      'is_low', coalesce(g.on_hand - g.reserved <= v.low_stock_threshold, false),
      'updated_at', to_char(written_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    written_at
  FROM unnest(levels) WITH ORDINALITY AS g
  JOIN unnest(levels_before) WITH ORDINALITY AS b ON b.ordinality = g.ordinality AND b.seq <> g.seq
  JOIN variants v ON v.merchant_id = tenant_merchant AND v.livemode = tenant_livemode AND v.id = g.variant_id
  JOIN products p ON p.merchant_id = tenant_merchant AND p.livemode = tenant_livemode AND p.id = v.product_id
  CROSS JOIN LATERAL (VALUES
    (1, 'pos.inventory.updated', (g.on_hand <> b.on_hand OR g.reserved <> b.reserved) AND EXISTS (
      SELECT FROM webhook_endpoints e
      WHERE e.merchant_id = tenant_merchant AND e.livemode = tenant_livemode
        AND 'pos.inventory.updated' = ANY (e.events))),
    (2, 'pos.inventory.low_stock',
      b.on_hand - b.reserved > v.low_stock_threshold AND g.on_hand - g.reserved <= v.low_stock_threshold),
    (3, 'pos.inventory.oversold', g.on_hand < 0 AND g.on_hand < b.on_hand AND NOT v.allow_negative_stock)
  ) AS k (place, kind, happened)
  WHERE k.happened ORDER BY g.ordinality, k.place;
END $$;
