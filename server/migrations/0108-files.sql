-- Folded, from what 0001 to 0060 made: photos and signatures, kept in the database so that backups and restores hold
-- them too.
--
-- Formerly 64053a3e8efa808707c8bc721b3c7455da470f66ac050a6b21c0c1ac882fa41d, which said STORAGE in the table itself:
-- PostgreSQL 15 does not take that.

CREATE TABLE files (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- What it belongs to: a job number.
  subject text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('photo', 'signature')),
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  sha256 bytea NOT NULL,
  token text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- While something is open that needs it as evidence, it stays beyond its time.
  held boolean NOT NULL DEFAULT false,
  PRIMARY KEY (merchant_id, livemode, id)
);
-- Pictures are compressed already; PostgreSQL need not try again.
ALTER TABLE files ALTER COLUMN bytes SET STORAGE EXTERNAL;
-- Whoever opens a link knows nothing but its token.
CREATE UNIQUE INDEX files_token ON files (token);
CREATE INDEX files_subject ON files (merchant_id, livemode, subject);
CREATE INDEX files_expiry ON files (expires_at) WHERE NOT held;
SELECT guard_tenant_table('files');
