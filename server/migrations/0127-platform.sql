-- Why a merchant may do nothing for now; null where the command line said so.
ALTER TABLE merchants ADD COLUMN suspended_at timestamptz, ADD COLUMN suspended_by text, ADD COLUMN suspended_reason text;
CREATE INDEX merchants_created ON merchants (created_at, id);

-- What operators did to merchants, written in the transaction that did it.
CREATE TABLE platform_acts (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL,
  merchant_id text REFERENCES merchants (id),
  details jsonb NOT NULL
);
CREATE INDEX platform_acts_at ON platform_acts (at, id);
-- A log that its writers could change would prove nothing.
GRANT SELECT, INSERT ON platform_acts TO cottontree_system;
-- How far the schema is, for whoever looks at the health of the server.
GRANT SELECT ON schema_migrations TO cottontree_system;
