-- Which till or door a pairing code is for, so that a device that knows nothing but the code learns whose it is.

CREATE TABLE pairing_codes (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('terminal', 'scanner')),
  device_id text NOT NULL,
  -- Of the code alone: whose it is follows from it.
  mac bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  device_name text NOT NULL,
  -- The till's location, the door's event.
  place_id text NOT NULL,
  place_name text NOT NULL,
  PRIMARY KEY (merchant_id, livemode, kind, device_id)
);
CREATE UNIQUE INDEX pairing_codes_mac ON pairing_codes (mac);
CREATE INDEX pairing_codes_over ON pairing_codes (merchant_id, livemode, expires_at);
SELECT guard_tenant_table('pairing_codes');
