-- Folded, from what 0001 to 0060 made: whom merchants sell to, where and how.

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
