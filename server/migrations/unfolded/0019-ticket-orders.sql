-- Ticket orders, who pays less by a promo code, and who waits for tickets to come free.

CREATE TABLE promo_codes (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  id text NOT NULL,
  -- As people type it, in capitals.
  code text NOT NULL,
  -- Rises with every change a merchant makes; uses do not count as one.
  version integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('percent', 'amount')),
  -- Ten-thousandths of a percent, or minor units of the event's currency.
  value bigint NOT NULL CHECK (value > 0),
  -- Null: any.
  ticket_type_ids text[],
  -- Null: no bound.
  max_uses integer CHECK (max_uses >= 1),
  -- By orders that are open or paid.
  uses integer NOT NULL CHECK (uses >= 0),
  active boolean NOT NULL,
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, event_id, id),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id),
  CONSTRAINT promo_codes_not_overused CHECK (max_uses IS NULL OR uses <= max_uses)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX promo_codes_code ON promo_codes (merchant_id, livemode, event_id, code) WHERE deleted_at IS NULL;
SELECT guard_tenant_table('promo_codes');

CREATE TABLE ticket_orders (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  order_number text NOT NULL,
  -- Rises with every change; each takes effect only on the version that it was made for.
  version integer NOT NULL,
  -- The last message's number.
  sequence integer NOT NULL,
  -- Made before the last change was written, so that it can be found out whether it was.
  change_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('held', 'awaiting_payment', 'paid', 'partially_refunded', 'refunded', 'refund_pending', 'expired', 'cancelled')),
  channel text NOT NULL CHECK (channel IN ('web', 'pos', 'door', 'api')),
  -- What was ordered, at the prices of that moment, with the counters that one ticket of each line takes from, and how
  -- many of the line are taken from them now. Read and written only whole: one row a sale is half the work of two.
  lines jsonb NOT NULL,
  attendees jsonb NOT NULL,
  buyer_name text,
  buyer_phone text,
  buyer_email text,
  currency text NOT NULL,
  subtotal bigint NOT NULL CHECK (subtotal >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  fees bigint NOT NULL CHECK (fees >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  total bigint NOT NULL,
  amount_refunded bigint NOT NULL CHECK (amount_refunded >= 0),
  -- With the uses that the order takes of it now, none or one.
  promo_id text,
  promo_code text,
  promo_uses integer NOT NULL CHECK (promo_uses IN (0, 1)),
  -- Under way, or the one that paid.
  payment_id text,
  payment_method text,
  client_secret_hash bytea NOT NULL,
  -- The time to pay was given, which it is once.
  extended boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  waitlist_entry_id text,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  paid_at timestamptz,
  ended_at timestamptz,
  cancel_reason text,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id),
  CONSTRAINT ticket_orders_sum CHECK (total = subtotal - discount + fees + tax AND total >= 0),
  CONSTRAINT ticket_orders_refunds_fit CHECK (amount_refunded <= total)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX ticket_orders_number ON ticket_orders (merchant_id, livemode, order_number);
CREATE INDEX ticket_orders_list ON ticket_orders (merchant_id, livemode, event_id, created_at, id);
CREATE INDEX ticket_orders_due ON ticket_orders (expires_at) WHERE status IN ('held', 'awaiting_payment');
CREATE INDEX ticket_orders_due_event ON ticket_orders (merchant_id, livemode, event_id, expires_at) WHERE status IN ('held', 'awaiting_payment');
CREATE INDEX ticket_orders_refunding ON ticket_orders (updated_at) WHERE status = 'refund_pending';
SELECT guard_tenant_table('ticket_orders');

-- What became of each payment for an order, decided once. Whoever comes with the same news again finds it here.
CREATE TABLE ticket_order_payments (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('kept', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, payment_id),
  FOREIGN KEY (merchant_id, livemode, order_id) REFERENCES ticket_orders (merchant_id, livemode, id)
);
CREATE INDEX ticket_order_payments_order ON ticket_order_payments (merchant_id, livemode, order_id);
SELECT guard_tenant_table('ticket_order_payments');

-- What goes back to a buyer: written with the tickets it voids, paid out after.
CREATE TABLE ticket_order_refunds (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  order_id text NOT NULL,
  payment_id text,
  amount bigint NOT NULL CHECK (amount >= 0),
  reason text,
  ticket_ids text[] NOT NULL,
  -- `done`: payments has it; `failed`: payments refused it, and the merchant has to give the money back another way.
  status text NOT NULL CHECK (status IN ('pending', 'done', 'failed')),
  -- The payment's own record of it.
  refund_id text,
  failure text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, order_id) REFERENCES ticket_orders (merchant_id, livemode, id)
);
CREATE INDEX ticket_order_refunds_order ON ticket_order_refunds (merchant_id, livemode, order_id, created_at);
CREATE INDEX ticket_order_refunds_pending ON ticket_order_refunds (updated_at) WHERE status = 'pending';
SELECT guard_tenant_table('ticket_order_refunds');

CREATE TABLE waitlist_entries (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  sequence integer NOT NULL,
  ticket_type_id text NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 100),
  name text,
  phone text,
  email text,
  status text NOT NULL CHECK (status IN ('waiting', 'offered', 'accepted', 'expired', 'removed')),
  -- The order that holds the tickets on offer.
  order_id text,
  offered_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id, id),
  FOREIGN KEY (merchant_id, livemode, event_id, ticket_type_id) REFERENCES ticket_types (merchant_id, livemode, event_id, id),
  CHECK (phone IS NOT NULL OR email IS NOT NULL)
);
CREATE INDEX waitlist_entries_queue ON waitlist_entries (merchant_id, livemode, event_id, ticket_type_id, created_at, id) WHERE status = 'waiting';
CREATE INDEX waitlist_entries_list ON waitlist_entries (merchant_id, livemode, event_id, created_at, id);
CREATE UNIQUE INDEX waitlist_entries_phone ON waitlist_entries (merchant_id, livemode, event_id, ticket_type_id, phone) WHERE status IN ('waiting', 'offered');
CREATE UNIQUE INDEX waitlist_entries_email ON waitlist_entries (merchant_id, livemode, event_id, ticket_type_id, email) WHERE status IN ('waiting', 'offered');
SELECT guard_tenant_table('waitlist_entries');

-- How often a ticket type ran low or out, which numbers the messages about it.
CREATE TABLE ticket_type_stock (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  ticket_type_id text NOT NULL,
  sequence integer NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id, ticket_type_id),
  FOREIGN KEY (merchant_id, livemode, event_id, ticket_type_id) REFERENCES ticket_types (merchant_id, livemode, event_id, id)
);
SELECT guard_tenant_table('ticket_type_stock');

-- The only writer of `held` and `sold`. Decides about many steps of one event at once, first come first served, and writes
-- those that it grants with all that belongs to them. Each step is one order, new or changed, as its caller decided on
-- what it had read; it is granted only if nothing that it rests on has changed, and if what it takes is there. Locks in one
-- order (counters, promo codes, orders, tickets, entries; each by id), so that no two callers can wait for each other.
--
-- Step n: order_ids[n], versions[n] (null: a new order), times[n], selling[n] (whether it must be on sale). What steps take
-- stands beside them, by step: take_steps, take_counters, take_held, take_sold. The rest are rows of the tables they are for.
CREATE FUNCTION change_ticket_orders(
  tenant_merchant text, tenant_livemode boolean, the_event text, event_version integer,
  order_ids text[], versions integer[], times timestamptz[], selling boolean[],
  take_steps integer[], take_counters text[], take_held integer[], take_sold integer[],
  claims jsonb, new_orders jsonb, changed_orders jsonb, new_tickets jsonb, voided_tickets jsonb,
  new_payments jsonb, new_refunds jsonb, changed_entries jsonb, facts jsonb, stock jsonb
) RETURNS TABLE (step integer, outcome text, counter_id text, remaining integer, opens_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  steps_count integer := cardinality(order_ids);
  takes_count integer := cardinality(take_steps);
  ids text[]; room integer[]; opened boolean[]; starts timestamptz[]; ends timestamptz[];
  sold_before integer[]; capacities integer[];
  held_change integer[]; sold_change integer[]; take_places integer[];
  outcomes text[] := array_fill(NULL::text, ARRAY[cardinality(order_ids)]);
  short_of text[] := array_fill(NULL::text, ARRAY[cardinality(order_ids)]);
  short_room integer[] := array_fill(NULL::integer, ARRAY[cardinality(order_ids)]);
  openings timestamptz[] := array_fill(NULL::timestamptz, ARRAY[cardinality(order_ids)]);
  granted text[]; lost record; edge record;
  n integer; k integer; c integer; first_take integer := 1; after_take integer;
BEGIN
  SELECT array_agg(l.id), array_agg(coalesce(l.capacity, 2000000000) - l.held - l.sold), array_agg(l.open), array_agg(l.sales_start), array_agg(l.sales_end), array_agg(l.sold), array_agg(l.capacity)
  INTO ids, room, opened, starts, ends, sold_before, capacities
  FROM (SELECT * FROM capacity_counters l WHERE l.merchant_id = tenant_merchant AND l.livemode = tenant_livemode AND l.event_id = the_event ORDER BY l.id FOR UPDATE) AS l;

  IF event_version IS DISTINCT FROM (SELECT e.version FROM events e WHERE e.merchant_id = tenant_merchant AND e.livemode = tenant_livemode AND e.id = the_event) THEN
    RETURN QUERY SELECT g.place, 'stale', NULL::text, NULL::integer, NULL::timestamptz FROM generate_series(1, steps_count) AS g (place);
    RETURN;
  END IF;

  -- A promo code's uses are one more thing of which there can be too few.
  SELECT ids || array_agg(l.id), room || array_agg(coalesce(l.max_uses, 2000000000) - l.uses), opened || array_agg(l.active AND l.deleted_at IS NULL), starts || array_agg(l.valid_from), ends || array_agg(l.valid_until)
  INTO ids, room, opened, starts, ends
  FROM (SELECT * FROM promo_codes l WHERE l.merchant_id = tenant_merchant AND l.livemode = tenant_livemode AND l.event_id = the_event AND l.id = ANY (take_counters) ORDER BY l.id FOR UPDATE) AS l;
  held_change := array_fill(0, ARRAY[cardinality(ids)]);
  sold_change := held_change;
  SELECT array_agg(i.place ORDER BY t.place) INTO take_places
  FROM unnest(take_counters) WITH ORDINALITY AS t (id, place) LEFT JOIN unnest(ids) WITH ORDINALITY AS i (id, place) ON i.id = t.id;

  -- Nothing that a step rests on may have changed since.
  IF changed_orders <> '[]' THEN
    FOR lost IN
      SELECT g.place FROM unnest(order_ids, versions) WITH ORDINALITY AS g (id, version, place)
      LEFT JOIN (SELECT o.id, o.version FROM ticket_orders o WHERE o.merchant_id = tenant_merchant AND o.livemode = tenant_livemode AND o.id = ANY (order_ids) ORDER BY o.id FOR UPDATE) AS l ON l.id = g.id
      WHERE g.version IS NOT NULL AND l.version IS DISTINCT FROM g.version
    LOOP outcomes[lost.place] := 'moved'; END LOOP;
  END IF;
  IF voided_tickets <> '[]' THEN
    FOR lost IN
      SELECT array_position(order_ids, g.order_id) AS place FROM jsonb_to_recordset(voided_tickets) AS g (order_id text, id text, version integer)
      LEFT JOIN (SELECT t.id, t.version FROM tickets t WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id IN (SELECT v ->> 'id' FROM jsonb_array_elements(voided_tickets) AS v) ORDER BY t.id FOR UPDATE) AS l ON l.id = g.id
      WHERE l.version IS DISTINCT FROM g.version
    LOOP outcomes[lost.place] := 'moved'; END LOOP;
  END IF;
  IF changed_entries <> '[]' THEN
    FOR lost IN
      SELECT array_position(order_ids, g.for_order) AS place FROM jsonb_to_recordset(changed_entries) AS g (for_order text, id text, version integer)
      LEFT JOIN (SELECT w.id, w.version FROM waitlist_entries w WHERE w.merchant_id = tenant_merchant AND w.livemode = tenant_livemode AND w.event_id = the_event
                 AND w.id IN (SELECT e ->> 'id' FROM jsonb_array_elements(changed_entries) AS e) ORDER BY w.id FOR UPDATE) AS l ON l.id = g.id
      WHERE l.version IS DISTINCT FROM g.version - 1
    LOOP outcomes[lost.place] := 'moved'; END LOOP;
  END IF;
  IF new_payments <> '[]' THEN
    FOR lost IN
      SELECT array_position(order_ids, g.order_id) AS place FROM jsonb_to_recordset(new_payments) AS g (order_id text, payment_id text)
      WHERE EXISTS (SELECT FROM ticket_order_payments p WHERE p.merchant_id = tenant_merchant AND p.livemode = tenant_livemode AND p.payment_id = g.payment_id)
    LOOP outcomes[lost.place] := 'moved'; END LOOP;
  END IF;
  IF claims <> '[]' THEN
    FOR lost IN
      SELECT array_position(order_ids, g.order_id) AS place FROM jsonb_to_recordset(claims) AS g (order_id text, key text)
      WHERE EXISTS (SELECT FROM idempotency_keys i WHERE i.merchant_id = tenant_merchant AND i.livemode = tenant_livemode AND i.key = g.key)
    LOOP outcomes[lost.place] := 'repeated'; END LOOP;
  END IF;

  -- First come first served; a later one that wants less may still fit.
  FOR n IN 1 .. steps_count LOOP
    after_take := first_take;
    WHILE after_take <= takes_count AND take_steps[after_take] = n LOOP
      IF outcomes[n] IS NULL THEN
        k := after_take;
        c := take_places[k];
        IF c IS NULL THEN
          outcomes[n] := 'stale';
        ELSIF selling[n] AND NOT opened[c] THEN
          outcomes[n] := 'closed'; short_of[n] := ids[c];
        ELSIF selling[n] AND times[n] < starts[c] THEN
          outcomes[n] := 'early'; short_of[n] := ids[c]; openings[n] := starts[c];
        ELSIF selling[n] AND times[n] >= ends[c] THEN
          outcomes[n] := 'late'; short_of[n] := ids[c];
        ELSIF take_held[k] + take_sold[k] > 0 AND take_held[k] + take_sold[k] > room[c] THEN
          outcomes[n] := 'short'; short_of[n] := ids[c]; short_room[n] := greatest(room[c], 0);
        END IF;
      END IF;
      after_take := after_take + 1;
    END LOOP;
    IF outcomes[n] IS NULL THEN
      outcomes[n] := 'granted';
      FOR k IN first_take .. after_take - 1 LOOP
        c := take_places[k];
        room[c] := room[c] - take_held[k] - take_sold[k];
        held_change[c] := held_change[c] + take_held[k];
        sold_change[c] := sold_change[c] + take_sold[k];
      END LOOP;
    END IF;
    first_take := after_take;
  END LOOP;
  SELECT coalesce(array_agg(g.id), '{}') INTO granted FROM unnest(order_ids, outcomes) AS g (id, outcome) WHERE g.outcome = 'granted';

  -- A key that another operation took in this very moment: the step goes back, as if it had not come.
  IF claims <> '[]' THEN
    FOR lost IN
      WITH wanted AS (SELECT * FROM jsonb_to_recordset(claims) AS g (order_id text, key text, request_hash bytea, answer bytea, created_at timestamptz) WHERE g.order_id = ANY (granted)),
      claimed AS (
        INSERT INTO idempotency_keys (merchant_id, livemode, key, request_hash, effect, answer, created_at)
        SELECT tenant_merchant, tenant_livemode, w.key, w.request_hash, w.order_id, w.answer, w.created_at FROM wanted w ORDER BY w.key ON CONFLICT DO NOTHING RETURNING key
      )
      SELECT array_position(order_ids, w.order_id) AS place, w.order_id FROM wanted w WHERE w.key NOT IN (SELECT c.key FROM claimed c)
    LOOP
      outcomes[lost.place] := 'repeated';
      granted := array_remove(granted, lost.order_id);
      FOR k IN 1 .. takes_count LOOP
        IF take_steps[k] = lost.place THEN
          c := take_places[k];
          held_change[c] := held_change[c] - take_held[k];
          sold_change[c] := sold_change[c] - take_sold[k];
        END IF;
      END LOOP;
    END LOOP;
  END IF;

  IF cardinality(granted) > 0 THEN
    UPDATE capacity_counters t SET held = t.held + g.held, sold = t.sold + g.sold
    FROM unnest(ids, held_change, sold_change) AS g (id, held, sold)
    WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event AND t.id = g.id AND (g.held <> 0 OR g.sold <> 0);
    IF cardinality(ids) > cardinality(capacities) THEN
      UPDATE promo_codes t SET uses = t.uses + g.held
      FROM unnest(ids, held_change) AS g (id, held)
      WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event AND t.id = g.id AND g.held <> 0;
    END IF;

    INSERT INTO ticket_orders (merchant_id, livemode, id, event_id, order_number, version, sequence, change_id, status, channel, lines, attendees, buyer_name, buyer_phone, buyer_email, currency,
      subtotal, discount, fees, tax, total, amount_refunded, promo_id, promo_code, promo_uses, payment_id, payment_method, client_secret_hash, extended, expires_at, waitlist_entry_id, metadata,
      created_at, updated_at, paid_at, ended_at, cancel_reason, link_token)
    SELECT tenant_merchant, tenant_livemode, g.id, the_event, g.order_number, g.version, g.sequence, g.change_id, g.status, g.channel, g.lines, g.attendees, g.buyer_name, g.buyer_phone, g.buyer_email, g.currency,
      g.subtotal, g.discount, g.fees, g.tax, g.total, g.amount_refunded, g.promo_id, g.promo_code, g.promo_uses, g.payment_id, g.payment_method, g.client_secret_hash, g.extended, g.expires_at, g.waitlist_entry_id, g.metadata,
      g.created_at, g.updated_at, g.paid_at, g.ended_at, g.cancel_reason, g.link_token
    FROM jsonb_populate_recordset(NULL::ticket_orders, new_orders) AS g WHERE g.id = ANY (granted);

    IF changed_orders <> '[]' THEN
      UPDATE ticket_orders t SET version = g.version, sequence = g.sequence, change_id = g.change_id, status = g.status, lines = g.lines, attendees = g.attendees,
        buyer_name = g.buyer_name, buyer_phone = g.buyer_phone, buyer_email = g.buyer_email, subtotal = g.subtotal, discount = g.discount, fees = g.fees, tax = g.tax, total = g.total,
        amount_refunded = g.amount_refunded, promo_uses = g.promo_uses, payment_id = g.payment_id, payment_method = g.payment_method, extended = g.extended, expires_at = g.expires_at,
        metadata = g.metadata, updated_at = g.updated_at, paid_at = g.paid_at, ended_at = g.ended_at, cancel_reason = g.cancel_reason
      FROM jsonb_populate_recordset(NULL::ticket_orders, changed_orders) AS g
      WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id = g.id AND g.id = ANY (granted);
    END IF;

    IF new_tickets <> '[]' THEN
      INSERT INTO tickets (merchant_id, livemode, id, event_id, ticket_type_id, order_id, line, status, version, sequence, qr_id, code, epoch, price, holder_name, holder_phone, holder_email,
        answers, seat, admits, valid_from, valid_until, issued_at, updated_at)
      SELECT tenant_merchant, tenant_livemode, g.id, the_event, g.ticket_type_id, g.order_id, g.line, 'valid', 1, 1, g.qr_id, g.code, 0, g.price, g.holder_name, g.holder_phone, g.holder_email,
        g.answers, NULL, g.admits, g.valid_from, g.valid_until, g.issued_at, g.issued_at
      FROM jsonb_populate_recordset(NULL::tickets, new_tickets) AS g WHERE g.order_id = ANY (granted);
    END IF;
    IF voided_tickets <> '[]' THEN
      UPDATE tickets t SET status = 'void', version = t.version + 1, sequence = t.sequence + 1, voided_at = g.at, updated_at = g.at, reason = g.reason
      FROM jsonb_to_recordset(voided_tickets) AS g (order_id text, id text, at timestamptz, reason text)
      WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id = g.id AND g.order_id = ANY (granted);
    END IF;
    IF new_payments <> '[]' THEN
      INSERT INTO ticket_order_payments (merchant_id, livemode, payment_id, order_id, verdict, amount, created_at)
      SELECT tenant_merchant, tenant_livemode, g.payment_id, g.order_id, g.verdict, g.amount, g.created_at FROM jsonb_populate_recordset(NULL::ticket_order_payments, new_payments) AS g WHERE g.order_id = ANY (granted);
    END IF;
    IF new_refunds <> '[]' THEN
      INSERT INTO ticket_order_refunds (merchant_id, livemode, id, order_id, payment_id, amount, reason, ticket_ids, status, created_at, updated_at)
      SELECT tenant_merchant, tenant_livemode, g.id, g.order_id, g.payment_id, g.amount, g.reason, g.ticket_ids, g.status, g.created_at, g.created_at
      FROM jsonb_populate_recordset(NULL::ticket_order_refunds, new_refunds) AS g WHERE g.order_id = ANY (granted);
    END IF;
    IF changed_entries <> '[]' THEN
      UPDATE waitlist_entries t SET version = g.version, sequence = g.sequence, status = g.status, order_id = g.order_id, offered_at = g.offered_at, updated_at = g.updated_at
      FROM jsonb_to_recordset(changed_entries) AS g (for_order text, id text, version integer, sequence integer, status text, order_id text, offered_at timestamptz, updated_at timestamptz)
      WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event AND t.id = g.id AND g.for_order = ANY (granted);
    END IF;
    IF changed_orders <> '[]' THEN
      UPDATE waitlist_entries t SET version = t.version + 1, status = CASE g.status WHEN 'paid' THEN 'accepted' ELSE 'expired' END, updated_at = g.updated_at
      FROM jsonb_populate_recordset(NULL::ticket_orders, changed_orders) AS g
      WHERE g.id = ANY (granted) AND g.waitlist_entry_id IS NOT NULL AND g.status IN ('paid', 'expired', 'cancelled')
        AND t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event AND t.id = g.waitlist_entry_id AND t.order_id = g.id AND t.status = 'offered';
    END IF;
    INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
    SELECT tenant_merchant, tenant_livemode, g.kind, g.entity, g.sequence, g.facts, g.at
    FROM ROWS FROM (jsonb_to_recordset(facts) AS (order_id text, kind text, entity text, sequence integer, facts jsonb, at timestamptz)) WITH ORDINALITY AS g (order_id, kind, entity, sequence, facts, at, place) WHERE g.order_id = ANY (granted) ORDER BY g.place;

    -- Only where the last tenth, or the last one, is reached; not while it lasts.
    FOR edge IN
      SELECT s.ticket_type_id, s.facts, s.at, b.sold AS sold_before, t.sold, t.held, t.capacity
      FROM jsonb_to_recordset(stock) AS s (ticket_type_id text, facts jsonb, at timestamptz)
      JOIN unnest(ids, sold_before, sold_change) AS b (id, sold, change) ON b.id = s.ticket_type_id AND b.change > 0
      JOIN capacity_counters t ON t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event AND t.id = s.ticket_type_id
      WHERE b.sold::bigint * 10 < t.capacity::bigint * 9 AND t.sold::bigint * 10 >= t.capacity::bigint * 9 OR b.sold < t.capacity AND t.sold >= t.capacity ORDER BY s.ticket_type_id
    LOOP
      FOR lost IN
        SELECT w.kind FROM (VALUES ('ticket_type.low_stock', edge.sold_before::bigint * 10 < edge.capacity::bigint * 9 AND edge.sold::bigint * 10 >= edge.capacity::bigint * 9),
                                   ('ticket_type.sold_out', edge.sold_before < edge.capacity AND edge.sold >= edge.capacity)) AS w (kind, reached) WHERE w.reached
      LOOP
        WITH numbered AS (
          INSERT INTO ticket_type_stock AS t (merchant_id, livemode, event_id, ticket_type_id, sequence) VALUES (tenant_merchant, tenant_livemode, the_event, edge.ticket_type_id, 1)
          ON CONFLICT (merchant_id, livemode, event_id, ticket_type_id) DO UPDATE SET sequence = t.sequence + 1 RETURNING t.sequence
        )
        INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
        SELECT tenant_merchant, tenant_livemode, lost.kind, edge.ticket_type_id, m.sequence,
          edge.facts || jsonb_build_object('status', split_part(lost.kind, '.', 2), 'quantity_available', edge.capacity, 'quantity_sold', edge.sold, 'quantity_held', edge.held), edge.at
        FROM numbered m;
      END LOOP;
    END LOOP;
  END IF;

  RETURN QUERY SELECT g.place::integer, g.outcome, g.short_of, g.short_room, g.opening FROM unnest(outcomes, short_of, short_room, openings) WITH ORDINALITY AS g (outcome, short_of, short_room, opening, place) ORDER BY g.place;
END $$;
