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
