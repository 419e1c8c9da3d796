-- A merchant's wish that all its test data goes, and how far that is. One row a merchant: asked for again, it is written anew.

CREATE TABLE test_erasures (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL CHECK (NOT livemode),
  status text NOT NULL CHECK (status IN ('running', 'done')),
  asked_at timestamptz NOT NULL,
  asked_by text NOT NULL,
  -- The record of the request itself stays, so that sent again it gets its answer again.
  request_key text,
  rows_found bigint,
  rows_erased bigint NOT NULL DEFAULT 0,
  -- Since when nothing was found any more; null after a batch that found something.
  quiet_since timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (merchant_id, livemode),
  CHECK ((status = 'done') = (finished_at IS NOT NULL))
);
CREATE INDEX test_erasures_running ON test_erasures (merchant_id, asked_at) WHERE status = 'running';
SELECT guard_tenant_table('test_erasures');
