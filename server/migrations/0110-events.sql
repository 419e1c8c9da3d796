-- Folded, from what 0001 to 0060 made: ticketed events: what can be bought, orders, tickets, doors, promo codes and
-- who waits.

-- Ticketed events: what can be bought, how much of it there is, and the tickets.

CREATE TABLE events (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- Rises with every change.
  version integer NOT NULL,
  -- The last message's number.
  sequence integer NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'published', 'cancelled', 'completed')),
  name text NOT NULL,
  description text,
  venue text,
  address text,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  time_zone text NOT NULL,
  currency text NOT NULL,
  max_tickets_per_order integer NOT NULL CHECK (max_tickets_per_order BETWEEN 1 AND 100),
  hold_minutes integer NOT NULL CHECK (hold_minutes BETWEEN 1 AND 60),
  sales_start timestamptz,
  sales_end timestamptz,
  doors_open timestamptz,
  image_url text,
  refund_policy text,
  re_entry text NOT NULL CHECK (re_entry IN ('none', 'exit_required', 'unlimited')),
  -- How doors work: gates, scan mode, who may scan, what an unverified ticket gets. As checked by the contract.
  scan_policy jsonb NOT NULL,
  metadata jsonb NOT NULL,
  attendees_to_notify boolean NOT NULL,
  published_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (end_date > start_date)
);
CREATE UNIQUE INDEX events_id ON events (id);
CREATE INDEX events_list ON events (merchant_id, livemode, created_at, id);
CREATE INDEX events_upcoming ON events (merchant_id, livemode, status, start_date, id);
CREATE INDEX events_ending ON events (end_date) WHERE status = 'published';
SELECT guard_tenant_table('events');

CREATE TABLE ticket_types (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  id text NOT NULL,
  -- Its place in the event's list for ever, as QR codes and manifests write it.
  type_index integer NOT NULL CHECK (type_index BETWEEN 0 AND 65535),
  status text NOT NULL CHECK (status IN ('active', 'hidden', 'paused', 'archived')),
  name text NOT NULL,
  description text,
  kind text NOT NULL CHECK (kind IN ('fixed', 'free', 'donation')),
  -- Minor units of the event's currency.
  price bigint NOT NULL CHECK (price >= 0),
  min_price bigint CHECK (min_price >= 0),
  sales_start timestamptz,
  sales_end timestamptz,
  min_per_order integer NOT NULL CHECK (min_per_order >= 1),
  max_per_order integer CHECK (max_per_order >= min_per_order),
  valid_from timestamptz,
  valid_until timestamptz,
  admits integer NOT NULL CHECK (admits BETWEEN 1 AND 20),
  -- Null: any gate.
  gates text[],
  position integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Removed by the merchant; archived from then on. The row stays, for codes and past orders name it.
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, event_id, id),
  UNIQUE (merchant_id, livemode, event_id, type_index),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id),
  -- Judged at the end of a statement, so that one statement can swap two names.
  CONSTRAINT ticket_types_name EXCLUDE USING btree (merchant_id WITH =, livemode WITH =, event_id WITH =, lower(name) WITH =) WHERE (status <> 'archived') DEFERRABLE
);
SELECT guard_tenant_table('ticket_types');

CREATE TABLE ticket_pools (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id, id),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id)
);
SELECT guard_tenant_table('ticket_pools');

-- How many there are and how many are gone: one row for each type, pool and event (its id is theirs), and nothing else
-- in it, for these are the rows that many buyers want at once. No column that is updated is indexed.
CREATE TABLE capacity_counters (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('type', 'pool', 'event')),
  -- Null: no bound of its own (an event without a capacity).
  capacity integer CHECK (capacity >= 0),
  held integer NOT NULL CHECK (held >= 0),
  sold integer NOT NULL CHECK (sold >= 0),
  -- Whether anything is sold at all: an event that is published, a type that is active or hidden.
  open boolean NOT NULL,
  sales_start timestamptz,
  sales_end timestamptz,
  PRIMARY KEY (merchant_id, livemode, event_id, id),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id),
  CONSTRAINT capacity_counters_not_oversold CHECK (capacity IS NULL OR held + sold <= capacity)
) WITH (fillfactor = 20);
SELECT guard_tenant_table('capacity_counters');

-- Which counters one ticket of a type takes from: its own, its pools', its event's. They change only under the lock of the
-- event's counter and only while none of the type is sold or held, so who takes capacity locks that counter before reading them.
CREATE TABLE ticket_type_counters (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  ticket_type_id text NOT NULL,
  counter_id text NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id, ticket_type_id, counter_id),
  FOREIGN KEY (merchant_id, livemode, event_id, counter_id) REFERENCES capacity_counters (merchant_id, livemode, event_id, id),
  FOREIGN KEY (merchant_id, livemode, event_id, ticket_type_id) REFERENCES ticket_types (merchant_id, livemode, event_id, id)
);
SELECT guard_tenant_table('ticket_type_counters');

CREATE TABLE tickets (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  ticket_type_id text NOT NULL,
  order_id text NOT NULL,
  -- Its place in the order.
  line integer NOT NULL,
  status text NOT NULL CHECK (status IN ('valid', 'used', 'void', 'blocked')),
  version integer NOT NULL,
  sequence integer NOT NULL,
  -- What a QR code names the ticket by: 12 random bytes.
  qr_id bytea NOT NULL CHECK (octet_length(qr_id) = 12),
  -- What people type of it, as a keyed hash in hexadecimal; of a row from before, the ten Crockford characters themselves
  -- until the program, which alone has the key, has sealed them.
  code text NOT NULL,
  -- Codes of an epoch that is over are revoked.
  epoch integer NOT NULL CHECK (epoch BETWEEN 0 AND 65535),
  -- What was paid for it, minor units of the event's currency.
  price bigint NOT NULL CHECK (price >= 0),
  holder_name text,
  holder_phone text,
  holder_email text,
  answers jsonb NOT NULL,
  seat text,
  admits integer NOT NULL CHECK (admits BETWEEN 1 AND 20),
  valid_from timestamptz,
  valid_until timestamptz,
  issued_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  used_at timestamptz,
  voided_at timestamptz,
  reason text,
  -- Under which link a ticket that was handed on is shown to its new holder; null: under its order's.
  link_token text,
  -- The code itself, and its first three characters, by which the start of one is searched for.
  code_sealed bytea,
  code_head text,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, event_id, ticket_type_id) REFERENCES ticket_types (merchant_id, livemode, event_id, id),
  CONSTRAINT tickets_code_kept CHECK (length(code) IN (10, 32))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX tickets_qr_id ON tickets (merchant_id, livemode, qr_id);
CREATE UNIQUE INDEX tickets_code ON tickets (merchant_id, livemode, event_id, code);
CREATE INDEX tickets_list ON tickets (merchant_id, livemode, event_id, issued_at, id);
CREATE INDEX tickets_order ON tickets (merchant_id, livemode, order_id, line);
-- What a manifest has to bring up to date.
CREATE INDEX tickets_changed ON tickets (merchant_id, livemode, event_id, updated_at, id);
SELECT guard_tenant_table('tickets');
CREATE UNIQUE INDEX tickets_link ON tickets (link_token) WHERE link_token IS NOT NULL;
CREATE TRIGGER tickets_counted AFTER INSERT ON tickets REFERENCING NEW TABLE AS new_tickets FOR EACH STATEMENT EXECUTE FUNCTION count_new_tickets();
-- A scan changes neither, and pays nothing for it.
CREATE TRIGGER tickets_recounted AFTER UPDATE OF status, used_at ON tickets FOR EACH ROW
  WHEN ((OLD.status = 'void') <> (NEW.status = 'void') OR (NEW.status = 'void' AND (OLD.used_at IS NULL) <> (NEW.used_at IS NULL))) EXECUTE FUNCTION recount_ticket();
CREATE INDEX tickets_plain_codes ON tickets (merchant_id, livemode, id) WHERE code_sealed IS NULL;
-- Sealing a code makes no other of it; handing the ticket on does.
CREATE TRIGGER tickets_past_codes AFTER UPDATE OF code ON tickets FOR EACH ROW WHEN (OLD.code <> NEW.code AND OLD.epoch <> NEW.epoch) EXECUTE FUNCTION keep_past_code();

-- With which keys an event's QR codes are signed.
CREATE TABLE event_keys (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  kid integer NOT NULL CHECK (kid BETWEEN 1 AND 65535),
  -- Ed25519: 32 bytes.
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  private_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- No longer signed with; still valid until revoked.
  retired_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, event_id, kid),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id)
);
SELECT guard_tenant_table('event_keys');

-- What a cancelled event leaves to be done, until all of it is: holds let go, tickets voided, orders paid back.
CREATE TABLE event_cancellations (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  reason text,
  cancelled_at timestamptz NOT NULL,
  -- When a node looks after it next, by the wall clock; a node at work has moved it ahead.
  next_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, event_id),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id)
);
CREATE INDEX event_cancellations_next ON event_cancellations (next_at) WHERE finished_at IS NULL;
SELECT guard_tenant_table('event_cancellations');

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
  -- Under which link an order's tickets are shown to whoever bought them: 128 random bits in 22 characters. The sale
  -- makes it; the default is for orders from before. Only orders that have tickets are found by it.
  link_token text NOT NULL DEFAULT translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_'),
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
CREATE UNIQUE INDEX ticket_orders_link ON ticket_orders (link_token) WHERE status IN ('paid', 'partially_refunded', 'refunded');

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

-- Doors: what was scanned, who is inside, and the devices that scan.

-- Where a ticket stands at a checkpoint. Written only by the statement that also writes the ticket's version, so that
-- whoever has the ticket's row has this one.
CREATE TABLE admissions (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  ticket_id text NOT NULL,
  checkpoint text NOT NULL,
  -- Admissions that were not undone.
  entries integer NOT NULL CHECK (entries >= 0),
  -- Persons inside on this ticket.
  inside integer NOT NULL CHECK (inside >= 0),
  -- The earliest admission that was not undone; null where there is none.
  first_scan_id text,
  first_at timestamptz,
  first_gate text,
  first_device text,
  PRIMARY KEY (merchant_id, livemode, ticket_id, checkpoint),
  FOREIGN KEY (merchant_id, livemode, ticket_id) REFERENCES tickets (merchant_id, livemode, id),
  CHECK ((entries > 0) = (first_scan_id IS NOT NULL AND first_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX admissions_event ON admissions (merchant_id, livemode, event_id, ticket_id);
SELECT guard_tenant_table('admissions');

-- Every attempt at a door, for good: an undo is a row of its own.
CREATE TABLE scans (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  id text NOT NULL,
  -- Null where the code was no ticket of the merchant's.
  ticket_id text,
  ticket_type_id text,
  -- As the door named itself; a paired device's id is its own.
  device_id text NOT NULL,
  device_name text,
  -- The key or paired device behind it.
  actor text NOT NULL,
  nonce text,
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  source text NOT NULL CHECK (source IN ('camera', 'manual', 'hid')),
  gate text,
  result text NOT NULL CHECK (result IN ('admitted', 'exited', 'rejected', 'undone')),
  -- Why it was rejected, or would have been.
  code text,
  message text,
  offline boolean NOT NULL,
  forced boolean NOT NULL,
  -- An offline admission that should not have been.
  conflict boolean NOT NULL,
  -- Admissions of the ticket, this one included.
  entry_count integer NOT NULL,
  -- The admission before it, as it was told.
  first_scan jsonb,
  -- The start of what was scanned where that was no ticket.
  scanned text,
  -- When it happened, by the service's clock.
  scanned_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- The scan that this one undoes.
  undoes text,
  reason text,
  PRIMARY KEY (merchant_id, livemode, event_id, id),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id),
  CHECK ((result = 'undone') = (undoes IS NOT NULL))
);
CREATE UNIQUE INDEX scans_nonce ON scans (merchant_id, livemode, event_id, device_id, nonce) WHERE nonce IS NOT NULL;
CREATE UNIQUE INDEX scans_undone ON scans (merchant_id, livemode, event_id, undoes) WHERE undoes IS NOT NULL;
CREATE INDEX scans_list ON scans (merchant_id, livemode, event_id, recorded_at, id);
CREATE INDEX scans_ticket ON scans (merchant_id, livemode, ticket_id, scanned_at) WHERE ticket_id IS NOT NULL;
SELECT guard_tenant_table('scans');

-- What a door's display shows, counted as it happens: by gate, by ticket type and by minute. A writer has a slot of its
-- own, so that many can count at once; a figure is the sum over them.
CREATE TABLE scan_counters (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  dimension text NOT NULL CHECK (dimension IN ('gate', 'type', 'minute')),
  -- Empty: no gate, or no ticket.
  name text NOT NULL,
  slot integer NOT NULL,
  -- Tickets admitted at all.
  tickets integer NOT NULL,
  entries integer NOT NULL,
  inside integer NOT NULL,
  rejected integer NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id, dimension, name, slot),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id)
) WITH (fillfactor = 50);
SELECT guard_tenant_table('scan_counters');

-- Devices that may scan for an event: first a pairing code, then a token.
CREATE TABLE scanner_devices (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  -- Null: any gate.
  gate text,
  role text NOT NULL CHECK (role IN ('steward', 'supervisor')),
  -- A keyed fingerprint; gone once it was used.
  pairing_mac bytea,
  pairing_expires_at timestamptz NOT NULL,
  -- SHA-256.
  token_hash bytea,
  paired_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id, id),
  FOREIGN KEY (merchant_id, livemode, event_id) REFERENCES events (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX scanner_devices_pairing ON scanner_devices (merchant_id, livemode, pairing_mac) WHERE pairing_mac IS NOT NULL;
CREATE UNIQUE INDEX scanner_devices_token ON scanner_devices (merchant_id, livemode, token_hash) WHERE token_hash IS NOT NULL;
SELECT guard_tenant_table('scanner_devices');

CREATE TABLE ticket_past_codes (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  code text NOT NULL,
  ticket_id text NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id, code),
  FOREIGN KEY (merchant_id, livemode, ticket_id) REFERENCES tickets (merchant_id, livemode, id) ON DELETE CASCADE,
  CONSTRAINT ticket_past_codes_kept CHECK (length(code) IN (10, 32))
);
CREATE INDEX ticket_past_codes_ticket ON ticket_past_codes (merchant_id, livemode, ticket_id);
SELECT guard_tenant_table('ticket_past_codes');
CREATE INDEX ticket_past_codes_plain ON ticket_past_codes (merchant_id, livemode, event_id, code) WHERE length(code) = 10;

-- How many tickets of each type count, for the figures at the doors: a ticket that was voided is waited for no more,
-- whether or not its place is on sale again. Kept by the tickets themselves, whoever changes them.
CREATE TABLE ticket_counts (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  ticket_type_id text NOT NULL,
  -- All but the void ones.
  counting integer NOT NULL CHECK (counting >= 0),
  -- Void ones that had been admitted before: they count among those who came in, and among the tickets no more.
  void_admitted integer NOT NULL CHECK (void_admitted >= 0),
  PRIMARY KEY (merchant_id, livemode, event_id, ticket_type_id),
  FOREIGN KEY (merchant_id, livemode, event_id, ticket_type_id) REFERENCES ticket_types (merchant_id, livemode, event_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
SELECT guard_tenant_table('ticket_counts');
