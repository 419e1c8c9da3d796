-- What people type of a ticket: `code` is a keyed hash in hexadecimal by which it is found, `code_sealed` the code itself,
-- `code_head` its first three characters, by which the start of one is searched for. A row from before has the ten characters
-- in `code` until the program, which alone has the key, has sealed them.
ALTER TABLE tickets ADD COLUMN code_sealed bytea;
ALTER TABLE tickets ADD COLUMN code_head text;
ALTER TABLE tickets DROP CONSTRAINT tickets_code_check;
ALTER TABLE tickets ADD CONSTRAINT tickets_code_kept CHECK (length(code) IN (10, 32)) NOT VALID;
ALTER TABLE ticket_past_codes DROP CONSTRAINT ticket_past_codes_code_check;
ALTER TABLE ticket_past_codes ADD CONSTRAINT ticket_past_codes_kept CHECK (length(code) IN (10, 32)) NOT VALID;
CREATE INDEX tickets_plain_codes ON tickets (merchant_id, livemode, id) WHERE code_sealed IS NULL;
CREATE INDEX ticket_past_codes_plain ON ticket_past_codes (merchant_id, livemode, event_id, code) WHERE length(code) = 10;

-- Sealing a code makes no other of it; handing the ticket on does.
DROP TRIGGER tickets_past_codes ON tickets;
CREATE TRIGGER tickets_past_codes AFTER UPDATE OF code ON tickets FOR EACH ROW WHEN (OLD.code <> NEW.code AND OLD.epoch <> NEW.epoch) EXECUTE FUNCTION keep_past_code();

-- New tickets bring both columns along.
DO $$
DECLARE
  before text := pg_get_functiondef('change_ticket_orders'::regproc);
  after text := replace(replace(before, 'status, version, sequence, qr_id, code, epoch, price', 'status, version, sequence, qr_id, code, code_sealed, code_head, epoch, price'), 'g.qr_id, g.code, 0, g.price', 'g.qr_id, g.code, g.code_sealed, g.code_head, 0, g.price');
BEGIN
  IF length(after) <> length(before) + 52 THEN RAISE EXCEPTION 'change_ticket_orders writes tickets otherwise than this migration knows.'; END IF;
  EXECUTE after;
END $$;
