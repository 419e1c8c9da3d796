-- For change_ticket_orders: writes the orders that were granted, new and changed.
CREATE OR REPLACE FUNCTION write_ticket_orders(
  tenant_merchant text, tenant_livemode boolean, the_event text, rows jsonb, granted text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF rows ? 'new_orders' THEN
    INSERT INTO ticket_orders (merchant_id, livemode, id, event_id, order_number, version, sequence, change_id,
      status, channel, lines, attendees, buyer_name, buyer_phone, buyer_email, currency, subtotal, discount, fees,
      tax, total, amount_refunded, promo_id, promo_code, promo_uses, payment_id, payment_method, client_secret_hash,
      extended, expires_at, waitlist_entry_id, metadata, created_at, updated_at, paid_at, ended_at, cancel_reason,
      link_token)
    SELECT tenant_merchant, tenant_livemode, g.id, the_event, g.order_number, g.version, g.sequence, g.change_id,
      g.status, g.channel, g.lines, g.attendees, g.buyer_name, g.buyer_phone, g.buyer_email, g.currency, g.subtotal,
      g.discount, g.fees, g.tax, g.total, g.amount_refunded, g.promo_id, g.promo_code, g.promo_uses, g.payment_id,
      g.payment_method, g.client_secret_hash, g.extended, g.expires_at, g.waitlist_entry_id, g.metadata,
      g.created_at, g.updated_at, g.paid_at, g.ended_at, g.cancel_reason, g.link_token
    FROM jsonb_populate_recordset(NULL::ticket_orders, rows -> 'new_orders') AS g WHERE g.id = ANY (granted);
  END IF;

  IF rows ? 'changed_orders' THEN
    UPDATE ticket_orders t SET version = g.version, sequence = g.sequence, change_id = g.change_id,
      status = g.status, lines = g.lines, attendees = g.attendees, buyer_name = g.buyer_name,
      buyer_phone = g.buyer_phone, buyer_email = g.buyer_email, subtotal = g.subtotal, discount = g.discount,
      fees = g.fees, tax = g.tax, total = g.total, amount_refunded = g.amount_refunded, promo_uses = g.promo_uses,
      payment_id = g.payment_id, payment_method = g.payment_method, extended = g.extended,
      expires_at = g.expires_at, metadata = g.metadata, updated_at = g.updated_at, paid_at = g.paid_at,
      ended_at = g.ended_at, cancel_reason = g.cancel_reason
    FROM jsonb_populate_recordset(NULL::ticket_orders, rows -> 'changed_orders') AS g
    WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id = g.id AND g.id = ANY (granted);
  END IF;
END $$;
