-- What was sent and answered, masked, and who asked; requests are found by their id.

ALTER TABLE request_log ADD COLUMN session_id text;
ALTER TABLE request_log ADD COLUMN person_id text;
ALTER TABLE request_log ADD COLUMN person_name text;
CREATE INDEX request_log_id ON request_log (merchant_id, livemode, id);

CREATE TABLE request_bodies (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  at timestamptz NOT NULL,
  id text NOT NULL,
  -- JSON, masked; with a mark where it was longer than is kept.
  query text NOT NULL,
  request text NOT NULL,
  request_cut boolean NOT NULL,
  response text NOT NULL,
  response_cut boolean NOT NULL,
  PRIMARY KEY (merchant_id, livemode, at, id)
) PARTITION BY RANGE (at);
CREATE TABLE request_bodies_default PARTITION OF request_bodies DEFAULT;
SELECT guard_tenant_table('request_bodies');
INSERT INTO partitioned_tables VALUES ('request_bodies', 7, 100);
SELECT keep_partitions((now() AT TIME ZONE 'utc')::date);
