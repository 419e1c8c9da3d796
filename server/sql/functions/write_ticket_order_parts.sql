-- For change_ticket_orders: writes what belongs to the orders that were granted: tickets, payments, refunds, and who
-- waited.
CREATE OR REPLACE FUNCTION write_ticket_order_parts(
  tenant_merchant text, tenant_livemode boolean, the_event text, rows jsonb, granted text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF rows ? 'new_tickets' THEN
    INSERT INTO tickets (merchant_id, livemode, id, event_id, ticket_type_id, order_id, line, status, version,
      sequence, qr_id, code, code_sealed, code_head, epoch, price, holder_name, holder_phone, holder_email, answers,
      seat, admits, valid_from, valid_until, issued_at, updated_at)
    SELECT tenant_merchant, tenant_livemode, g.id, the_event, g.ticket_type_id, g.order_id, g.line,
      'valid', 1, 1, g.qr_id, g.code, g.code_sealed, g.code_head, 0, g.price, g.holder_name, g.holder_phone,
      g.holder_email, g.answers, NULL, g.admits, g.valid_from, g.valid_until, g.issued_at, g.issued_at
    FROM jsonb_populate_recordset(NULL::tickets, rows -> 'new_tickets') AS g WHERE g.order_id = ANY (granted);
  END IF;
  IF rows ? 'voided_tickets' THEN
    UPDATE tickets t SET status = 'void', version = t.version + 1, sequence = t.sequence + 1,
      voided_at = g.at, updated_at = g.at, reason = g.reason
    FROM jsonb_to_recordset(rows -> 'voided_tickets') AS g (order_id text, id text, at timestamptz, reason text)
    WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id = g.id
      AND g.order_id = ANY (granted);
  END IF;
  IF rows ? 'payments' THEN
    INSERT INTO ticket_order_payments (merchant_id, livemode, payment_id, order_id, verdict, amount, created_at)
    SELECT tenant_merchant, tenant_livemode, g.payment_id, g.order_id, g.verdict, g.amount, g.created_at
    FROM jsonb_populate_recordset(NULL::ticket_order_payments, rows -> 'payments') AS g
    WHERE g.order_id = ANY (granted);
  END IF;
  IF rows ? 'refunds' THEN
    INSERT INTO ticket_order_refunds (merchant_id, livemode, id, order_id, payment_id, amount, reason, ticket_ids,
      status, created_at, updated_at)
    SELECT tenant_merchant, tenant_livemode, g.id, g.order_id, g.payment_id, g.amount, g.reason,
      g.ticket_ids, g.status, g.created_at, g.created_at
    FROM jsonb_populate_recordset(NULL::ticket_order_refunds, rows -> 'refunds') AS g WHERE g.order_id = ANY (granted);
  END IF;
  IF rows ? 'entries' THEN
    UPDATE waitlist_entries t SET version = g.version, sequence = g.sequence, status = g.status, order_id = g.order_id,
      offered_at = g.offered_at, updated_at = g.updated_at
    FROM jsonb_to_recordset(rows -> 'entries') AS g (
      for_order text, id text, version integer, sequence integer, status text, order_id text, offered_at timestamptz,
      updated_at timestamptz)
    WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event
      AND t.id = g.id AND g.for_order = ANY (granted);
  END IF;
  IF rows ? 'changed_orders' THEN
    UPDATE waitlist_entries t SET version = t.version + 1,
      status = CASE g.status WHEN 'paid' THEN 'accepted' ELSE 'expired' END, updated_at = g.updated_at
    FROM jsonb_populate_recordset(NULL::ticket_orders, rows -> 'changed_orders') AS g
    WHERE g.id = ANY (granted) AND g.waitlist_entry_id IS NOT NULL AND g.status IN ('paid', 'expired', 'cancelled')
      AND t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event
      AND t.id = g.waitlist_entry_id AND t.order_id = g.id AND t.status = 'offered';
  END IF;
END $$;
