-- What dispatchers did, and what a person must look into.

CREATE TABLE dispatch_audit (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  role text NOT NULL,
  action text NOT NULL,
  job_number text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE INDEX dispatch_audit_at ON dispatch_audit (at, id);
CREATE INDEX dispatch_audit_job ON dispatch_audit (merchant_id, livemode, job_number, at, id);
SELECT guard_tenant_table('dispatch_audit');
-- A log that its writers could change would prove nothing.
REVOKE UPDATE, DELETE ON dispatch_audit FROM cottontree_app, cottontree_system;

CREATE TABLE incidents (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  job_number text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'resolved')),
  note text,
  opened_by text NOT NULL,
  opened_at timestamptz NOT NULL,
  resolution text,
  resolved_by text,
  resolved_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE UNIQUE INDEX incidents_open_kind ON incidents (merchant_id, livemode, job_number, kind) WHERE status = 'open';
CREATE UNIQUE INDEX incidents_id ON incidents (id);
CREATE INDEX incidents_at ON incidents (opened_at, id);
SELECT guard_tenant_table('incidents');

-- The board looks over all merchants, at what is under way.
CREATE INDEX deliveries_board ON deliveries (created_at, job_number) WHERE status IN ('pending', 'assigned', 'picked_up', 'in_transit');
-- And at what was created in a span of time, which lies together.
CREATE INDEX deliveries_created ON deliveries USING brin (created_at) WITH (autosummarize = on);
-- What has a parcel on board and does not move.
CREATE INDEX deliveries_on_board ON deliveries (updated_at) WHERE livemode AND status IN ('picked_up', 'in_transit');
