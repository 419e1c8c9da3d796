-- Staff, tills, sessions and drawers.

CREATE TABLE staff (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('cashier', 'supervisor', 'manager', 'custom')),
  -- What counts; a role only filled it in.
  permissions text[] NOT NULL,
  -- Empty: every location.
  location_ids text[] NOT NULL,
  is_active boolean NOT NULL,
  -- argon2id.
  pin_hash text,
  pin_set_at timestamptz,
  -- Tries at the PIN since the last right one, or in the last fifteen minutes; the one too many finds no row to write.
  pin_tries integer NOT NULL DEFAULT 0 CHECK (pin_tries BETWEEN 0 AND 5),
  pin_tried_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What they did still names them.
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE INDEX staff_list ON staff (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('staff');

CREATE TABLE terminals (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  -- What its receipt numbers begin with.
  code text NOT NULL,
  location_id text NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Receipts still bear its code, which no other till gets.
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CONSTRAINT terminals_code UNIQUE (merchant_id, livemode, code)
);
CREATE INDEX terminals_list ON terminals (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('terminals');

-- What binds a device to a till: first a code that works once, then a token. A till has one at a time.
CREATE TABLE terminal_pairings (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  terminal_id text NOT NULL,
  -- A keyed fingerprint; gone once it was used.
  pairing_mac bytea,
  pairing_expires_at timestamptz,
  -- SHA-256; stays while a new code waits, so that the device before goes on until another takes over.
  token_hash bytea,
  paired_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, terminal_id),
  FOREIGN KEY (merchant_id, livemode, terminal_id) REFERENCES terminals (merchant_id, livemode, id),
  CHECK ((pairing_mac IS NULL) = (pairing_expires_at IS NULL)),
  CHECK ((token_hash IS NULL) = (paired_at IS NULL))
);
CREATE UNIQUE INDEX terminal_pairings_code ON terminal_pairings (merchant_id, livemode, pairing_mac) WHERE pairing_mac IS NOT NULL;
CREATE UNIQUE INDEX terminal_pairings_token ON terminal_pairings (merchant_id, livemode, token_hash) WHERE token_hash IS NOT NULL;
SELECT guard_tenant_table('terminal_pairings');

-- Tokens that act like keys for a few hours: of a person at a till, or given out by the merchant's own server.
CREATE TABLE widget_sessions (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- SHA-256.
  token_hash bytea NOT NULL,
  widget text NOT NULL,
  -- The most it may do; the person's permissions and the key's scopes of the moment narrow it.
  scopes text[] NOT NULL,
  staff_id text,
  terminal_id text,
  -- The token of the pairing it was begun with: another pairing ends it.
  terminal_token_hash bytea,
  -- The key it was begun with: it ends with that key.
  key_id text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, staff_id) REFERENCES staff (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, terminal_id) REFERENCES terminals (merchant_id, livemode, id),
  CHECK ((terminal_id IS NULL) = (terminal_token_hash IS NULL))
);
CREATE UNIQUE INDEX widget_sessions_token ON widget_sessions (token_hash);
CREATE INDEX widget_sessions_list ON widget_sessions (merchant_id, livemode, created_at, id);
CREATE INDEX widget_sessions_age ON widget_sessions (expires_at);
SELECT guard_tenant_table('widget_sessions');

-- Drawers from opening to counting. Whoever writes an entry holds the row FOR SHARE, whoever closes it FOR UPDATE, so
-- that an entry is in the Z report or is refused.
CREATE TABLE cash_sessions (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  location_id text NOT NULL,
  terminal_id text,
  -- Whose Z reports are numbered together: the till, or the location where no till is named.
  series text NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'closing', 'closed')),
  opening_float_minor bigint NOT NULL CHECK (opening_float_minor >= 0),
  opened_by text,
  opened_at timestamptz NOT NULL,
  closed_by text,
  closed_at timestamptz,
  z_report_id text,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, terminal_id) REFERENCES terminals (merchant_id, livemode, id),
  CHECK (series = coalesce(terminal_id, location_id)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL AND z_report_id IS NOT NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX cash_sessions_open ON cash_sessions (merchant_id, livemode, series) WHERE status <> 'closed';
CREATE INDEX cash_sessions_list ON cash_sessions (merchant_id, livemode, opened_at, id);
SELECT guard_tenant_table('cash_sessions');

CREATE FUNCTION guard_cash_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'closed' THEN RAISE EXCEPTION 'A closed cash session never changes.' USING ERRCODE = 'CT001'; END IF;
  IF NEW.status = 'open' AND OLD.status = 'closing' THEN RAISE EXCEPTION 'A cash session that is being closed does not open again.' USING ERRCODE = 'CT001'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cash_session_moves_forward BEFORE UPDATE ON cash_sessions FOR EACH ROW EXECUTE FUNCTION guard_cash_session();

-- Money that came or went, by the tender it came in; amounts are signed. Written only by write_cash_entries.
CREATE TABLE cash_entries (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  session_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('opening', 'sale', 'refund', 'void', 'pay_in', 'pay_out', 'drop', 'no_sale')),
  tender text NOT NULL,
  amount_minor bigint NOT NULL,
  sale_id text,
  refund_id text,
  staff_id text,
  -- What a till called a movement, for good.
  client_id text,
  content_hash bytea,
  reason text,
  -- It came after the session was closed, from a till without network.
  late boolean NOT NULL,
  -- The later Z report that names it; only of late ones.
  reported_in text,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, session_id, id),
  FOREIGN KEY (merchant_id, livemode, session_id) REFERENCES cash_sessions (merchant_id, livemode, id),
  CHECK (late OR reported_in IS NULL),
  CHECK (CASE kind WHEN 'no_sale' THEN amount_minor = 0 WHEN 'pay_in' THEN amount_minor > 0 WHEN 'pay_out' THEN amount_minor < 0 WHEN 'drop' THEN amount_minor < 0 ELSE true END)
);
CREATE UNIQUE INDEX cash_entries_client ON cash_entries (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX cash_entries_late ON cash_entries (merchant_id, livemode, session_id) WHERE late AND reported_in IS NULL;
CREATE INDEX cash_entries_reported ON cash_entries (merchant_id, livemode, reported_in) WHERE reported_in IS NOT NULL;
SELECT guard_tenant_table('cash_entries');

-- Sales, refunds and voids of a session, with what a Z report adds up. Written only by write_cash_entries.
CREATE TABLE cash_documents (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  session_id text NOT NULL,
  -- The sale or the refund; a void has the id of its sale.
  document_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale', 'refund', 'void')),
  -- The sale's number.
  number text,
  -- All of these as positive as the document shows them.
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  discount_minor bigint NOT NULL CHECK (discount_minor >= 0),
  service_charge_minor bigint NOT NULL CHECK (service_charge_minor >= 0),
  tip_minor bigint NOT NULL CHECK (tip_minor >= 0),
  -- May be below zero.
  cash_rounding_minor bigint NOT NULL,
  -- [{name, rate, base_minor, amount_minor}], the amounts as text.
  taxes jsonb NOT NULL,
  late boolean NOT NULL,
  reported_in text,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, session_id, kind, document_id),
  FOREIGN KEY (merchant_id, livemode, session_id) REFERENCES cash_sessions (merchant_id, livemode, id),
  CHECK (late OR reported_in IS NULL)
);
CREATE INDEX cash_documents_late ON cash_documents (merchant_id, livemode, session_id) WHERE late AND reported_in IS NULL;
CREATE INDEX cash_documents_reported ON cash_documents (merchant_id, livemode, reported_in) WHERE reported_in IS NOT NULL;
SELECT guard_tenant_table('cash_documents');

-- Holds sessions so that none of them closes before the transaction ends, and tells where each stands; a session that is
-- not there is not answered. Call it before any other lock of the transaction is taken.
CREATE FUNCTION lock_cash_sessions(tenant_merchant text, tenant_livemode boolean, session_ids text[]) RETURNS TABLE (session_id text, status text, terminal_id text, location_id text)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
    SELECT s.id, s.status, s.terminal_id, s.location_id FROM cash_sessions s
    WHERE s.merchant_id = tenant_merchant AND s.livemode = tenant_livemode AND s.id = ANY (session_ids)
    ORDER BY s.id FOR SHARE;
END $$;

-- Writes entries and documents of sessions that it holds FOR SHARE until the transaction ends. `entries` is an array of
--   {session_id, id, kind, tender, amount_minor, sale_id?, refund_id?, staff_id?, client_id?, content_hash?, reason?, force?, occurred_at}
-- and, where a sale was completed, refunded or voided, of
--   {session_id, document_id, kind, number, total_minor, discount_minor, service_charge_minor, tip_minor, cash_rounding_minor, taxes, force?, occurred_at}
-- (whatever has a document_id). Answers with each session named: 'open', 'late' (closed, and what is forced was written as
-- late), 'closed' (nothing of what is not forced was written) or 'unknown' (nothing was written). The caller
-- refuses, and rolls back, on an outcome that it does not want.
CREATE FUNCTION write_cash_entries(tenant_merchant text, tenant_livemode boolean, entries jsonb, at timestamptz) RETURNS TABLE (session_id text, outcome text)
LANGUAGE plpgsql AS $$
DECLARE
  held jsonb;
BEGIN
  SELECT coalesce(jsonb_object_agg(l.session_id, l.status), '{}') INTO held
  FROM lock_cash_sessions(tenant_merchant, tenant_livemode, ARRAY (SELECT DISTINCT e.value ->> 'session_id' FROM jsonb_array_elements(entries) e)) l;

  INSERT INTO cash_entries (merchant_id, livemode, session_id, id, kind, tender, amount_minor, sale_id, refund_id, staff_id, client_id, content_hash, reason, late, occurred_at, recorded_at)
  SELECT tenant_merchant, tenant_livemode, e.session_id, e.id, e.kind, e.tender, e.amount_minor, e.sale_id, e.refund_id, e.staff_id, e.client_id, decode(e.content_hash, 'hex'), e.reason, held ->> e.session_id <> 'open', e.occurred_at, at
  FROM jsonb_to_recordset(entries) AS e(session_id text, id text, document_id text, kind text, tender text, amount_minor bigint, sale_id text, refund_id text, staff_id text, client_id text, content_hash text, reason text, force boolean, occurred_at timestamptz)
  WHERE e.document_id IS NULL AND held ? e.session_id AND (held ->> e.session_id = 'open' OR coalesce(e.force, false));

  INSERT INTO cash_documents (merchant_id, livemode, session_id, document_id, kind, number, total_minor, discount_minor, service_charge_minor, tip_minor, cash_rounding_minor, taxes, late, occurred_at, recorded_at)
  SELECT tenant_merchant, tenant_livemode, d.session_id, d.document_id, d.kind, d.number, d.total_minor, d.discount_minor, d.service_charge_minor, d.tip_minor, d.cash_rounding_minor, d.taxes, held ->> d.session_id <> 'open', d.occurred_at, at
  FROM jsonb_to_recordset(entries) AS d(session_id text, document_id text, kind text, number text, total_minor bigint, discount_minor bigint, service_charge_minor bigint, tip_minor bigint, cash_rounding_minor bigint, taxes jsonb, force boolean, occurred_at timestamptz)
  WHERE d.document_id IS NOT NULL AND held ? d.session_id AND (held ->> d.session_id = 'open' OR coalesce(d.force, false));

  RETURN QUERY
    SELECT e.session_id, CASE WHEN NOT held ? e.session_id THEN 'unknown' WHEN held ->> e.session_id = 'open' THEN 'open' WHEN bool_and(coalesce(e.force, false)) THEN 'late' ELSE 'closed' END
    FROM jsonb_to_recordset(entries) AS e(session_id text, force boolean) GROUP BY e.session_id ORDER BY e.session_id;
END $$;

-- What was counted when a drawer was closed, for good. `body` is the report as the API shows it, without its hash.
CREATE TABLE z_reports (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  series text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  session_id text NOT NULL,
  location_id text NOT NULL,
  -- Sums over all Z reports of the series, this one included.
  perpetual_sales_minor bigint NOT NULL,
  perpetual_refunds_minor bigint NOT NULL,
  body text NOT NULL,
  -- SHA-256; of the report before, 32 zero bytes for the first.
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  UNIQUE (merchant_id, livemode, series, number),
  UNIQUE (merchant_id, livemode, session_id),
  FOREIGN KEY (merchant_id, livemode, session_id) REFERENCES cash_sessions (merchant_id, livemode, id)
);
CREATE INDEX z_reports_list ON z_reports (merchant_id, livemode, closed_at, id);
SELECT guard_tenant_table('z_reports');
REVOKE UPDATE, DELETE ON z_reports FROM cottontree_app, cottontree_system;

CREATE FUNCTION keep_z_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A Z report is never changed or deleted.' USING ERRCODE = 'CT001';
END $$;
CREATE TRIGGER z_reports_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON z_reports FOR EACH STATEMENT EXECUTE FUNCTION keep_z_report();
