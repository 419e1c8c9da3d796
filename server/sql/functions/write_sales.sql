-- For change_sales: writes the sales that were granted, with what they were given, and their lines and payments.
CREATE OR REPLACE FUNCTION write_sales(
  tenant_merchant text, tenant_livemode boolean, the_location text, rows jsonb, given sales[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF rows ? 'new_sales' THEN
    INSERT INTO sales (merchant_id, livemode, id, location_id, number, number_period, number_text, receipt_number,
      client_id, content_hash, version, sequence, change_id, status, terminal_id, cash_session_id, staff_id,
      customer_id, customer_name, customer_phone, customer_email, currency, lines, taxes, terms, payments, subtotal,
      discount, tax, service_charge, tip, total, cash_rounding, amount_paid, change_due, amount_refunded, flags,
      notes, offline, fiscal_status, fiscal, receipt_token, void_reason, stock_state, stock_round, expires_at,
      occurred_at, created_at, updated_at, completed_at, ended_at)
    SELECT tenant_merchant, tenant_livemode, g.id, the_location, a.number, a.number_period, a.number_text,
      coalesce(a.receipt_number, g.receipt_number), g.client_id, g.content_hash, g.version, g.sequence, g.change_id,
      g.status, g.terminal_id, g.cash_session_id, g.staff_id, g.customer_id, g.customer_name, g.customer_phone,
      g.customer_email, g.currency, g.lines, g.taxes, g.terms, g.payments, g.subtotal, g.discount, g.tax,
      g.service_charge, g.tip, g.total, g.cash_rounding, g.amount_paid, g.change_due, g.amount_refunded,
      g.flags || a.flags, g.notes, g.offline, g.fiscal_status, g.fiscal, g.receipt_token, g.void_reason, g.stock_state,
      g.stock_round, g.expires_at, g.occurred_at, g.created_at, g.updated_at, g.completed_at, g.ended_at
    FROM jsonb_populate_recordset(NULL::sales, rows -> 'new_sales') AS g JOIN unnest(given) AS a ON a.id = g.id;
  END IF;
  IF rows ? 'changed_sales' THEN
    UPDATE sales t SET number = coalesce(t.number, a.number),
      number_period = coalesce(t.number_period, a.number_period),
      number_text = coalesce(t.number_text, a.number_text),
      receipt_number = coalesce(t.receipt_number, a.receipt_number, g.receipt_number), version = g.version,
      sequence = g.sequence, change_id = g.change_id, status = g.status, terminal_id = g.terminal_id,
      cash_session_id = g.cash_session_id, staff_id = g.staff_id, customer_id = g.customer_id,
      customer_name = g.customer_name, customer_phone = g.customer_phone, customer_email = g.customer_email,
      lines = g.lines, taxes = g.taxes, terms = g.terms, payments = g.payments, subtotal = g.subtotal,
      discount = g.discount, tax = g.tax, service_charge = g.service_charge, tip = g.tip, total = g.total,
      cash_rounding = g.cash_rounding, amount_paid = g.amount_paid, change_due = g.change_due,
      amount_refunded = g.amount_refunded, flags = g.flags || a.flags, notes = g.notes, fiscal_status = g.fiscal_status,
      fiscal = g.fiscal, void_reason = g.void_reason, stock_state = g.stock_state, stock_round = g.stock_round,
      expires_at = g.expires_at, updated_at = g.updated_at, completed_at = g.completed_at, ended_at = g.ended_at
    FROM jsonb_populate_recordset(NULL::sales, rows -> 'changed_sales') AS g JOIN unnest(given) AS a ON a.id = g.id
    WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id = g.id;
  END IF;
  IF rows ? 'lines' THEN
    INSERT INTO sale_lines (merchant_id, livemode, sale_id, line, product_id, variant_id, category_id, name,
      quantity_milli, gross, discount, tax, total, unit_cost)
    SELECT tenant_merchant, tenant_livemode, g.sale_id, g.line, g.product_id, g.variant_id, g.category_id, g.name,
      g.quantity_milli, g.gross, g.discount, g.tax, g.total, g.unit_cost
    FROM jsonb_populate_recordset(NULL::sale_lines, rows -> 'lines') AS g JOIN unnest(given) AS a ON a.id = g.sale_id;
  END IF;
  IF rows ? 'payments' THEN
    INSERT INTO sale_payments (merchant_id, livemode, sale_id, payment_id, channel, verdict, amount, created_at)
    SELECT tenant_merchant, tenant_livemode, g.sale_id, g.payment_id, g.channel, g.verdict, g.amount, g.created_at
    FROM jsonb_populate_recordset(NULL::sale_payments, rows -> 'payments') AS g
    JOIN unnest(given) AS a ON a.id = g.sale_id;
  END IF;
END $$;
