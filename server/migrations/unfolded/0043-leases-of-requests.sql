-- A request that asks somebody outside is remembered before it has an answer. Whoever took it up last is at it, for a
-- while by the database's clock, which is the same for all nodes. Each taking up, and the answer, raises the lease by one.
ALTER TABLE idempotency_keys ADD COLUMN lease integer NOT NULL DEFAULT 0;
-- Null: a program of before this column remembered it.
ALTER TABLE idempotency_keys ADD COLUMN taken_at timestamptz;
ALTER TABLE idempotency_keys ALTER COLUMN taken_at SET DEFAULT clock_timestamp();
