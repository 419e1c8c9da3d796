-- Rate cards are drafted, published and replaced; zones and saved addresses change by version; deliveries may share a pickup.

ALTER TABLE rate_cards
  ALTER COLUMN published_at DROP NOT NULL,
  -- Null where it was in force from the moment it was published.
  ADD COLUMN effective_at timestamptz,
  ADD COLUMN note text,
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  ADD COLUMN created_at timestamptz,
  ADD COLUMN created_by text,
  ADD COLUMN updated_at timestamptz,
  ADD COLUMN published_by text;
UPDATE rate_cards SET created_at = published_at, updated_at = published_at;
GRANT DELETE ON rate_cards TO cottontree_system;

ALTER TABLE zones
  -- Null: the base fee of the rate card in force.
  ALTER COLUMN base_fee DROP NOT NULL,
  ADD COLUMN version integer NOT NULL DEFAULT 1;

ALTER TABLE addresses ADD COLUMN version integer NOT NULL DEFAULT 1;

ALTER TABLE deliveries ADD COLUMN batch_id text;
CREATE INDEX deliveries_batch ON deliveries (merchant_id, livemode, batch_id) WHERE batch_id IS NOT NULL;
