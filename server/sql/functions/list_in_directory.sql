-- Lists a new row in the directory under what it is known by. Made from known-keys.ts by `npm run generate`.
CREATE OR REPLACE FUNCTION list_in_directory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'api_keys' THEN
      INSERT INTO directory VALUES
        ('api_key', encode(NEW.hash, 'hex'), NEW.merchant_id, NEW.livemode);
    WHEN 'claims' THEN
      INSERT INTO directory VALUES
        ('claim', NEW.id, NEW.merchant_id, NEW.livemode);
    WHEN 'deliveries' THEN
      INSERT INTO directory VALUES
        ('job', NEW.job_number, NEW.merchant_id, NEW.livemode),
        ('tracking', NEW.tracking_token, NEW.merchant_id, NEW.livemode);
    WHEN 'events' THEN
      INSERT INTO directory VALUES
        ('event', NEW.id, NEW.merchant_id, NEW.livemode);
    WHEN 'files' THEN
      INSERT INTO directory VALUES
        ('file', NEW.token, NEW.merchant_id, NEW.livemode);
    WHEN 'incidents' THEN
      INSERT INTO directory VALUES
        ('incident', NEW.id, NEW.merchant_id, NEW.livemode);
    WHEN 'invoices' THEN
      INSERT INTO directory VALUES
        ('invoice_page', NEW.page_token, NEW.merchant_id, NEW.livemode);
    WHEN 'offers' THEN
      INSERT INTO directory VALUES
        ('offer', NEW.id, NEW.merchant_id, NEW.livemode);
    WHEN 'pairing_codes' THEN
      INSERT INTO directory VALUES
        ('pairing_code', encode(NEW.mac, 'hex'), NEW.merchant_id, NEW.livemode);
    WHEN 'payment_links' THEN
      INSERT INTO directory VALUES
        ('payment_link', NEW.slug, NEW.merchant_id, NEW.livemode);
    WHEN 'payments' THEN
      INSERT INTO directory VALUES
        ('pay_page', NEW.page_token, NEW.merchant_id, NEW.livemode),
        ('payment', NEW.id, NEW.merchant_id, NEW.livemode);
    WHEN 'payouts' THEN
      INSERT INTO directory VALUES
        ('payout', NEW.id, NEW.merchant_id, NEW.livemode);
    WHEN 'provider_accounts' THEN
      INSERT INTO directory VALUES
        ('provider_callback', NEW.provider || ':' || NEW.callback_token, NEW.merchant_id, NEW.livemode);
    WHEN 'sales' THEN
      INSERT INTO directory VALUES
        ('receipt', NEW.receipt_token, NEW.merchant_id, NEW.livemode);
    WHEN 'ticket_orders' THEN
      INSERT INTO directory VALUES
        ('order_link', NEW.link_token, NEW.merchant_id, NEW.livemode);
    WHEN 'tickets' THEN
      INSERT INTO directory VALUES
        ('ticket_link', NEW.link_token, NEW.merchant_id, NEW.livemode);
    WHEN 'widget_sessions' THEN
      INSERT INTO directory VALUES
        ('widget_session', encode(NEW.token_hash, 'hex'), NEW.merchant_id, NEW.livemode);
  END CASE;
  RETURN NULL;
END $$;
