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
  -- What people type: 10 Crockford characters, the last a check character, without the dash.
  code text NOT NULL CHECK (length(code) = 10),
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
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, event_id, ticket_type_id) REFERENCES ticket_types (merchant_id, livemode, event_id, id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX tickets_qr_id ON tickets (merchant_id, livemode, qr_id);
CREATE UNIQUE INDEX tickets_code ON tickets (merchant_id, livemode, event_id, code);
CREATE INDEX tickets_list ON tickets (merchant_id, livemode, event_id, issued_at, id);
CREATE INDEX tickets_order ON tickets (merchant_id, livemode, order_id, line);
-- What a manifest has to bring up to date.
CREATE INDEX tickets_changed ON tickets (merchant_id, livemode, event_id, updated_at, id);
SELECT guard_tenant_table('tickets');

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
