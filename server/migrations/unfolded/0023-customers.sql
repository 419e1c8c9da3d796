-- Whom merchants sell to, where and how.

CREATE TABLE customers (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- Rises with every change, and is the number of its message.
  version integer NOT NULL,
  name text,
  -- E.164.
  phone text,
  email text,
  address text,
  tax_id text,
  notes text,
  tags text[] NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Nobody sees it any more; the row stays so that documents that name it can still be made anonymous.
  deleted_at timestamptz,
  -- Who it was is forgotten, here and in every document.
  erased_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK ((deleted_at IS NULL AND erased_at IS NULL)
    OR (name IS NULL AND phone IS NULL AND email IS NULL AND address IS NULL AND tax_id IS NULL AND notes IS NULL AND tags = '{}' AND metadata = '{}'))
);
CREATE UNIQUE INDEX customers_phone ON customers (merchant_id, livemode, phone) WHERE phone IS NOT NULL;
CREATE INDEX customers_list ON customers (merchant_id, livemode, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX customers_updated ON customers (merchant_id, livemode, updated_at) WHERE deleted_at IS NULL;
SELECT guard_tenant_table('customers');

-- Where the merchant sells and keeps stock.
CREATE TABLE locations (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  -- What stands for it in the numbers of its documents.
  code text NOT NULL,
  address text,
  phone text,
  -- Printed under the merchant's own lines.
  receipt_lines text[] NOT NULL,
  is_default boolean NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What happened there still names it.
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (NOT is_default OR (is_active AND deleted_at IS NULL))
);
CREATE UNIQUE INDEX locations_default ON locations (merchant_id, livemode) WHERE is_default;
CREATE UNIQUE INDEX locations_code ON locations (merchant_id, livemode, code) WHERE deleted_at IS NULL;
SELECT guard_tenant_table('locations');

-- How the till reckons and prints; no row: as is usual.
CREATE TABLE pos_settings (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  version integer NOT NULL,
  tax_rounding text NOT NULL CHECK (tax_rounding IN ('document', 'line')),
  tax_inclusive boolean NOT NULL,
  -- Minor units; 0: cash is not rounded.
  cash_rounding_increment bigint NOT NULL CHECK (cash_rounding_increment >= 0),
  cash_rounding_mode text NOT NULL CHECK (cash_rounding_mode IN ('nearest', 'up', 'down')),
  reserve_on_park boolean NOT NULL,
  require_cash_session boolean NOT NULL,
  receipt_header text[] NOT NULL,
  receipt_footer text[] NOT NULL,
  sale_number_pattern text NOT NULL,
  clock_skew_minutes integer NOT NULL CHECK (clock_skew_minutes >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode)
);
SELECT guard_tenant_table('pos_settings');
