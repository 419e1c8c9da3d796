-- Sales, their numbers, lines and payments.

-- The number that the next completed sale of a location gets. Whoever changes a sale there locks the row first.
CREATE TABLE sale_counters (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  location_id text NOT NULL,
  -- The year, where numbers begin anew with it; else empty.
  period text NOT NULL,
  next bigint NOT NULL CHECK (next >= 1),
  PRIMARY KEY (merchant_id, livemode, location_id, period)
) WITH (fillfactor = 20);
SELECT guard_tenant_table('sale_counters');

CREATE TABLE sales (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  location_id text NOT NULL,
  -- Given when it is completed, without gaps in a location.
  number bigint,
  number_period text,
  -- The number as people read it.
  number_text text,
  -- What the receipt says: the number, or what a till without network printed.
  receipt_number text,
  -- Unique for ever, with a hash of all that came with it.
  client_id text,
  content_hash bytea,
  -- Rises with every change; each takes effect only on the version that it was made for.
  version integer NOT NULL,
  -- The last message's number.
  sequence integer NOT NULL,
  -- Made before the last change was written, so that it can be found out whether it was.
  change_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('parked', 'open', 'pending_payment', 'completed', 'cancelled', 'expired', 'voided', 'partially_refunded', 'refunded')),
  terminal_id text,
  cash_session_id text,
  staff_id text,
  customer_id text,
  customer_name text,
  customer_phone text,
  customer_email text,
  currency text NOT NULL,
  -- What was sold, at the prices and with the totals of that moment, and how much of it came back. Read and written only
  -- whole; reports read sale_lines.
  lines jsonb NOT NULL,
  taxes jsonb NOT NULL,
  -- The discount and the service charge as they were asked for.
  terms jsonb NOT NULL,
  payments jsonb NOT NULL,
  subtotal bigint NOT NULL CHECK (subtotal >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  service_charge bigint NOT NULL CHECK (service_charge >= 0),
  tip bigint NOT NULL CHECK (tip >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  -- What the rounding of cash added to what is paid, or took from it.
  cash_rounding bigint NOT NULL,
  amount_paid bigint NOT NULL CHECK (amount_paid >= 0),
  change_due bigint NOT NULL CHECK (change_due >= 0),
  amount_refunded bigint NOT NULL CHECK (amount_refunded >= 0),
  flags text[] NOT NULL,
  notes text,
  offline boolean NOT NULL,
  fiscal_status text NOT NULL CHECK (fiscal_status IN ('none', 'pending', 'signed', 'failed')),
  fiscal jsonb,
  receipt_token text NOT NULL,
  void_reason text,
  -- What its lines take of the stock: nothing, kept for it, or gone; and how often that began anew.
  stock_state text NOT NULL CHECK (stock_state IN ('none', 'reserved', 'taken')),
  stock_round integer NOT NULL,
  expires_at timestamptz,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CONSTRAINT sales_numbered_when_completed CHECK ((number IS NULL) = (completed_at IS NULL) AND (number IS NULL) = (number_period IS NULL)),
  CONSTRAINT sales_paid_when_completed CHECK (completed_at IS NULL OR offline OR amount_paid >= total + cash_rounding),
  CONSTRAINT sales_refunds_fit CHECK (amount_refunded <= amount_paid)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX sales_number ON sales (merchant_id, livemode, number, location_id, number_period) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX sales_client_id ON sales (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE UNIQUE INDEX sales_receipt_token ON sales (receipt_token);
CREATE INDEX sales_receipt_number ON sales (merchant_id, livemode, receipt_number) WHERE receipt_number IS NOT NULL;
CREATE INDEX sales_list ON sales (merchant_id, livemode, created_at, id);
CREATE INDEX sales_completed ON sales (merchant_id, livemode, completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX sales_session ON sales (merchant_id, livemode, cash_session_id, created_at) WHERE cash_session_id IS NOT NULL;
CREATE INDEX sales_customer ON sales (merchant_id, livemode, customer_id, created_at) WHERE customer_id IS NOT NULL;
CREATE INDEX sales_due ON sales (expires_at) WHERE status = 'pending_payment';
CREATE INDEX sales_unsigned ON sales (updated_at) WHERE fiscal_status = 'pending';
SELECT guard_tenant_table('sales');

-- What completed sales sold, in columns, for reports: they need not open the jsonb of every sale. Written once; what comes back stands with the refunds.
CREATE TABLE sale_lines (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  sale_id text NOT NULL,
  line integer NOT NULL,
  product_id text,
  variant_id text,
  category_id text,
  name text NOT NULL,
  quantity_milli bigint NOT NULL CHECK (quantity_milli > 0),
  gross bigint NOT NULL,
  discount bigint NOT NULL,
  tax bigint NOT NULL,
  total bigint NOT NULL,
  -- Of one unit, at that time.
  unit_cost bigint,
  PRIMARY KEY (merchant_id, livemode, sale_id, line)
);
SELECT guard_tenant_table('sale_lines');

-- What became of each payment for a sale, decided once. Whoever comes with the same news again finds it here.
CREATE TABLE sale_payments (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  sale_id text NOT NULL,
  payment_id text NOT NULL,
  channel text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('kept', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, sale_id, payment_id)
);
SELECT guard_tenant_table('sale_payments');

-- The only writer of a sale's status. Decides about many steps of one location at once, first come first served, and writes
-- those that it grants with all that belongs to them: the stock that moves, the number, lines, payments, messages and the
-- record of the request. Each step is one sale, new or changed, as its caller decided on what it had read; it is granted only
-- if nothing that it rests on has changed and if the stock that it takes is there. Locks in one order (drawers by id, the
-- location's counter, sales by id, stock), so that no two callers can wait for each other.
--
-- Step n: sale_ids[n], versions[n] (null: a new sale), numbered[n] (whether it gets a number of periods[n], written between
-- number_heads[n] and number_tails[n] with at least number_digits[n] digits), drawers[n] (null, or the cash session that
-- must be open), past[n] (it happened without network, so that a closed drawer or too little stock only marks it). Claims,
-- moves, entries (as write_cash_entries has them) and facts name their step; what else there is are rows of their tables.
--
-- Outcomes: granted; moved (the sale is another by now); known (the client_id came before); repeated (the Idempotency-Key
-- did); closed, drawerless (the cash session); short, unknown, changed (see move_stock).
CREATE FUNCTION change_sales(
  tenant_merchant text, tenant_livemode boolean, the_location text,
  sale_ids text[], versions integer[], numbered boolean[], periods text[], number_heads text[], number_tails text[], number_digits integer[], drawers text[], past boolean[],
  claims jsonb, new_sales jsonb, changed_sales jsonb, new_lines jsonb, new_payments jsonb, moves jsonb, entries jsonb, facts jsonb, written_at timestamptz
) RETURNS TABLE (step integer, outcome text, number bigint, number_text text, marks text[], shortages jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  steps_count integer := cardinality(sale_ids);
  outcomes text[] := array_fill(NULL::text, ARRAY[cardinality(sale_ids)]);
  short_of jsonb[] := array_fill(NULL::jsonb, ARRAY[cardinality(sale_ids)]);
  numbers bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(sale_ids)]);
  number_periods text[] := array_fill(NULL::text, ARRAY[cardinality(sale_ids)]);
  texts text[] := array_fill(NULL::text, ARRAY[cardinality(sale_ids)]);
  -- Of each step, what it is flagged with beside what its caller knew.
  closed_marks boolean[] := array_fill(false, ARRAY[cardinality(sale_ids)]);
  oversold_marks boolean[] := array_fill(false, ARRAY[cardinality(sale_ids)]);
  granted text[]; lost record; counters text[]; upcoming bigint[]; first_numbers bigint[]; n integer; c integer; digits text;
BEGIN
  IF cardinality(array_remove(drawers, NULL)) > 0 THEN
    FOR lost IN
      SELECT g.place, l.session_id IS NULL OR l.location_id <> the_location AS is_absent
      FROM unnest(drawers) WITH ORDINALITY AS g (id, place) LEFT JOIN lock_cash_sessions(tenant_merchant, tenant_livemode, drawers) AS l ON l.session_id = g.id
      WHERE g.id IS NOT NULL AND (l.status IS DISTINCT FROM 'open' OR l.location_id <> the_location)
    LOOP
      IF past[lost.place] THEN closed_marks[lost.place] := true;
      ELSE outcomes[lost.place] := CASE WHEN lost.is_absent THEN 'drawerless' ELSE 'closed' END;
      END IF;
    END LOOP;
  END IF;

  INSERT INTO sale_counters (merchant_id, livemode, location_id, period, next)
  SELECT DISTINCT tenant_merchant, tenant_livemode, the_location, g.period, 1 FROM unnest(periods) AS g (period)
  WHERE NOT EXISTS (SELECT FROM sale_counters s WHERE s.merchant_id = tenant_merchant AND s.livemode = tenant_livemode AND s.location_id = the_location AND s.period = g.period)
  ORDER BY g.period ON CONFLICT DO NOTHING;
  SELECT array_agg(l.period), array_agg(l.next) INTO counters, upcoming FROM (
    SELECT s.period, s.next FROM sale_counters s WHERE s.merchant_id = tenant_merchant AND s.livemode = tenant_livemode AND s.location_id = the_location AND s.period = ANY (periods) ORDER BY s.period FOR UPDATE) AS l;
  first_numbers := upcoming;

  -- Nothing that a step rests on may have changed since.
  IF changed_sales <> '[]' THEN
    FOR lost IN
      SELECT g.place FROM unnest(sale_ids, versions) WITH ORDINALITY AS g (id, version, place)
      LEFT JOIN (SELECT s.id, s.version FROM sales s WHERE s.merchant_id = tenant_merchant AND s.livemode = tenant_livemode AND s.id = ANY (sale_ids) ORDER BY s.id FOR UPDATE) AS l ON l.id = g.id
      WHERE g.version IS NOT NULL AND l.version IS DISTINCT FROM g.version
    LOOP outcomes[lost.place] := 'moved'; END LOOP;
  END IF;
  IF new_sales <> '[]' THEN
    FOR lost IN
      SELECT array_position(sale_ids, g.id) AS place FROM jsonb_to_recordset(new_sales) AS g (id text, client_id text)
      WHERE g.client_id IS NOT NULL AND EXISTS (SELECT FROM sales s WHERE s.merchant_id = tenant_merchant AND s.livemode = tenant_livemode AND s.client_id = g.client_id)
    LOOP outcomes[lost.place] := 'known'; END LOOP;
  END IF;
  IF claims <> '[]' THEN
    FOR lost IN
      WITH wanted AS (SELECT * FROM jsonb_to_recordset(claims) AS g (step integer, key text, request_hash bytea, answer bytea, created_at timestamptz) WHERE outcomes[g.step] IS NULL),
      claimed AS (
        INSERT INTO idempotency_keys (merchant_id, livemode, key, request_hash, effect, answer, created_at)
        SELECT tenant_merchant, tenant_livemode, w.key, w.request_hash, sale_ids[w.step], w.answer, w.created_at FROM wanted w ORDER BY w.key ON CONFLICT DO NOTHING RETURNING key
      )
      SELECT w.step AS place FROM wanted w WHERE w.key NOT IN (SELECT c.key FROM claimed c)
    LOOP outcomes[lost.place] := 'repeated'; END LOOP;
  END IF;

  -- First come first served; a later one that wants less may still fit. What is short gives its key back.
  IF moves <> '[]' THEN
    FOR lost IN
      SELECT m.step AS place, m.outcome, m.shortages
      FROM move_stock(tenant_merchant, tenant_livemode, steps_count, (SELECT coalesce(jsonb_agg(g.move ORDER BY g.place), '[]') FROM jsonb_array_elements(moves) WITH ORDINALITY AS g (move, place) WHERE outcomes[(g.move ->> 'step')::integer] IS NULL)) AS m
      WHERE m.outcome <> 'granted'
    LOOP
      IF outcomes[lost.place] IS NULL THEN outcomes[lost.place] := lost.outcome; short_of[lost.place] := lost.shortages; END IF;
    END LOOP;
    IF claims <> '[]' THEN
      DELETE FROM idempotency_keys i USING jsonb_to_recordset(claims) AS g (step integer, key text)
      WHERE i.merchant_id = tenant_merchant AND i.livemode = tenant_livemode AND i.key = g.key AND i.effect = sale_ids[g.step] AND outcomes[g.step] IS NOT NULL AND outcomes[g.step] <> 'repeated';
    END IF;
  END IF;

  IF true = ANY (past) THEN
    FOR lost IN
      SELECT DISTINCT array_position(sale_ids, m.ref_id) AS place FROM stock_movements m JOIN variants v ON v.merchant_id = m.merchant_id AND v.livemode = m.livemode AND v.id = m.variant_id
      WHERE m.merchant_id = tenant_merchant AND m.livemode = tenant_livemode AND m.ref_type = 'sale' AND m.ref_id = ANY (sale_ids) AND m.reason = 'sale_offline' AND m.balance_after < m.reserved_after AND NOT v.allow_negative_stock
    LOOP oversold_marks[lost.place] := true; END LOOP;
  END IF;

  FOR n IN 1 .. steps_count LOOP
    IF outcomes[n] IS NULL THEN
      outcomes[n] := 'granted';
      IF numbered[n] THEN
        c := array_position(counters, periods[n]);
        digits := upcoming[c]::text;
        numbers[n] := upcoming[c];
        number_periods[n] := periods[n];
        texts[n] := number_heads[n] || lpad(digits, greatest(number_digits[n], length(digits)), '0') || number_tails[n];
        upcoming[c] := upcoming[c] + 1;
      END IF;
    END IF;
  END LOOP;
  SELECT coalesce(array_agg(g.id), '{}') INTO granted FROM unnest(sale_ids, outcomes) AS g (id, outcome) WHERE g.outcome = 'granted';

  IF cardinality(granted) > 0 THEN
    IF upcoming <> first_numbers THEN
      UPDATE sale_counters s SET next = g.next FROM unnest(counters, upcoming, first_numbers) AS g (period, next, first)
      WHERE s.merchant_id = tenant_merchant AND s.livemode = tenant_livemode AND s.location_id = the_location AND s.period = g.period AND g.next > g.first;
    END IF;
    IF new_sales <> '[]' THEN
      INSERT INTO sales (merchant_id, livemode, id, location_id, number, number_period, number_text, receipt_number, client_id, content_hash, version, sequence, change_id, status, terminal_id, cash_session_id, staff_id, customer_id,
        customer_name, customer_phone, customer_email, currency, lines, taxes, terms, payments, subtotal, discount, tax, service_charge, tip, total, cash_rounding, amount_paid, change_due, amount_refunded, flags, notes, offline,
        fiscal_status, fiscal, receipt_token, void_reason, stock_state, stock_round, expires_at, occurred_at, created_at, updated_at, completed_at, ended_at)
      SELECT tenant_merchant, tenant_livemode, g.id, the_location, a.number, a.period, a.text, coalesce(g.receipt_number, a.text), g.client_id, g.content_hash, g.version, g.sequence, g.change_id, g.status, g.terminal_id, g.cash_session_id, g.staff_id, g.customer_id,
        g.customer_name, g.customer_phone, g.customer_email, g.currency, g.lines, g.taxes, g.terms, g.payments, g.subtotal, g.discount, g.tax, g.service_charge, g.tip, g.total, g.cash_rounding, g.amount_paid, g.change_due, g.amount_refunded, g.flags || CASE WHEN a.closed THEN ARRAY['closed_session'] ELSE '{}' END || CASE WHEN a.oversold THEN ARRAY['oversold'] ELSE '{}' END, g.notes, g.offline,
        g.fiscal_status, g.fiscal, g.receipt_token, g.void_reason, g.stock_state, g.stock_round, g.expires_at, g.occurred_at, g.created_at, g.updated_at, g.completed_at, g.ended_at
      FROM jsonb_populate_recordset(NULL::sales, new_sales) AS g JOIN unnest(sale_ids, outcomes, numbers, number_periods, texts, closed_marks, oversold_marks) AS a (id, outcome, number, period, text, closed, oversold) ON a.id = g.id AND a.outcome = 'granted';
    END IF;
    IF changed_sales <> '[]' THEN
      UPDATE sales t SET number = coalesce(t.number, a.number), number_period = coalesce(t.number_period, a.period), number_text = coalesce(t.number_text, a.text), receipt_number = coalesce(t.receipt_number, g.receipt_number, a.text), version = g.version, sequence = g.sequence, change_id = g.change_id,
        status = g.status, terminal_id = g.terminal_id, cash_session_id = g.cash_session_id, staff_id = g.staff_id, customer_id = g.customer_id, customer_name = g.customer_name, customer_phone = g.customer_phone,
        customer_email = g.customer_email, lines = g.lines, taxes = g.taxes, terms = g.terms, payments = g.payments, subtotal = g.subtotal, discount = g.discount, tax = g.tax, service_charge = g.service_charge, tip = g.tip,
        total = g.total, cash_rounding = g.cash_rounding, amount_paid = g.amount_paid, change_due = g.change_due, amount_refunded = g.amount_refunded, flags = g.flags, notes = g.notes, fiscal_status = g.fiscal_status, fiscal = g.fiscal,
        void_reason = g.void_reason, stock_state = g.stock_state, stock_round = g.stock_round, expires_at = g.expires_at, updated_at = g.updated_at, completed_at = g.completed_at, ended_at = g.ended_at
      FROM jsonb_populate_recordset(NULL::sales, changed_sales) AS g JOIN unnest(sale_ids, outcomes, numbers, number_periods, texts) AS a (id, outcome, number, period, text) ON a.id = g.id AND a.outcome = 'granted'
      WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id = g.id;
    END IF;
    IF new_lines <> '[]' THEN
      INSERT INTO sale_lines (merchant_id, livemode, sale_id, line, product_id, variant_id, category_id, name, quantity_milli, gross, discount, tax, total, unit_cost)
      SELECT tenant_merchant, tenant_livemode, g.sale_id, g.line, g.product_id, g.variant_id, g.category_id, g.name, g.quantity_milli, g.gross, g.discount, g.tax, g.total, g.unit_cost
      FROM jsonb_populate_recordset(NULL::sale_lines, new_lines) AS g WHERE g.sale_id = ANY (granted);
    END IF;
    IF new_payments <> '[]' THEN
      INSERT INTO sale_payments (merchant_id, livemode, sale_id, payment_id, channel, verdict, amount, created_at)
      SELECT tenant_merchant, tenant_livemode, g.sale_id, g.payment_id, g.channel, g.verdict, g.amount, g.created_at FROM jsonb_populate_recordset(NULL::sale_payments, new_payments) AS g WHERE g.sale_id = ANY (granted);
    END IF;
    IF entries <> '[]' THEN
      PERFORM write_cash_entries(tenant_merchant, tenant_livemode, w.entries, written_at) FROM (
        SELECT jsonb_agg(CASE WHEN g.entry ? 'document_id' AND numbers[(g.entry ->> 'step')::integer] IS NOT NULL THEN g.entry || jsonb_build_object('number', texts[(g.entry ->> 'step')::integer]) ELSE g.entry END ORDER BY g.place) AS entries
        FROM jsonb_array_elements(entries) WITH ORDINALITY AS g (entry, place) WHERE outcomes[(g.entry ->> 'step')::integer] = 'granted') AS w WHERE w.entries IS NOT NULL;
    END IF;
    IF facts <> '[]' THEN
      INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
      SELECT tenant_merchant, tenant_livemode, g.kind, sale_ids[g.step], g.sequence,
        CASE WHEN numbers[g.step] IS NULL THEN g.facts ELSE g.facts || jsonb_build_object('number', texts[g.step], 'receipt_number', coalesce(g.facts ->> 'receipt_number', texts[g.step])) END
          || CASE WHEN closed_marks[g.step] OR oversold_marks[g.step] THEN jsonb_build_object('flags', (g.facts -> 'flags') || to_jsonb(CASE WHEN closed_marks[g.step] THEN ARRAY['closed_session'] ELSE '{}' END || CASE WHEN oversold_marks[g.step] THEN ARRAY['oversold'] ELSE '{}' END)) ELSE '{}' END, g.at
      FROM ROWS FROM (jsonb_to_recordset(facts) AS (step integer, kind text, sequence integer, facts jsonb, at timestamptz)) WITH ORDINALITY AS g (step, kind, sequence, facts, at, place) WHERE outcomes[g.step] = 'granted' ORDER BY g.place;
    END IF;
  END IF;

  RETURN QUERY SELECT a.place::integer, a.outcome, a.number, a.text, CASE WHEN a.closed THEN ARRAY['closed_session'] ELSE '{}' END || CASE WHEN a.oversold THEN ARRAY['oversold'] ELSE '{}' END, a.short
    FROM unnest(outcomes, numbers, texts, closed_marks, oversold_marks, short_of) WITH ORDINALITY AS a (outcome, number, text, closed, oversold, short, place) ORDER BY a.place;
END $$;
