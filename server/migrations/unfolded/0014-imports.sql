-- CSV files whose rows become deliveries one after another.

CREATE TABLE imports (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  key_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  currency text NOT NULL,
  rows integer NOT NULL CHECK (rows > 0),
  created integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  total_fee bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- By the wall clock: until then one node works on it. The import that waited longest is next.
  leased_until timestamptz NOT NULL,
  worked_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (created + failed <= rows)
);
CREATE INDEX imports_list ON imports (merchant_id, livemode, created_at, id);
CREATE INDEX imports_at_work ON imports (worked_at) WHERE status IN ('queued', 'running');
CREATE INDEX imports_ended ON imports (finished_at) WHERE finished_at IS NOT NULL;
SELECT guard_tenant_table('imports');

CREATE TABLE import_rows (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  import_id text NOT NULL,
  row integer NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'created', 'failed', 'cancelled')),
  order_number text,
  -- The body of the creation; forgotten once the row is settled.
  body jsonb,
  job_number text,
  fee bigint,
  errors jsonb,
  PRIMARY KEY (merchant_id, livemode, import_id, row),
  FOREIGN KEY (merchant_id, livemode, import_id) REFERENCES imports (merchant_id, livemode, id) ON DELETE CASCADE,
  CHECK ((status = 'waiting') = (body IS NOT NULL)),
  CHECK ((status = 'created') = (job_number IS NOT NULL))
);
CREATE INDEX import_rows_waiting ON import_rows (merchant_id, livemode, import_id, row) WHERE status = 'waiting';
CREATE INDEX import_rows_failed ON import_rows (merchant_id, livemode, import_id, row) WHERE status = 'failed';
SELECT guard_tenant_table('import_rows');
