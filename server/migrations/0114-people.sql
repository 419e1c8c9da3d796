-- The people of merchants: who they are, what lets them in, where they belong, and what was done. A person may belong to
-- several merchants, and to each in both modes; so but for the list of what was done, only the system role sees any of it.

ALTER TABLE sessions DROP CONSTRAINT sessions_kind_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_kind_check CHECK (kind IN ('driver', 'operator', 'member'));

CREATE TABLE people (
  id text PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('en', 'kri')),
  -- argon2id in PHC form.
  password_hash text NOT NULL,
  -- Sealed; the second becomes the first when a code proves that the app has it. Null: none.
  totp_secret bytea,
  totp_begun bytea,
  -- The step of time whose code was used last: none before it opens anything any more.
  totp_step bigint,
  created_at timestamptz NOT NULL,
  last_signed_in_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON people TO cottontree_system;

CREATE TABLE memberships (
  id text PRIMARY KEY,
  merchant_id text NOT NULL REFERENCES merchants (id),
  person_id text NOT NULL REFERENCES people (id),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'staff', 'viewer')),
  -- In minor units of the merchant's currency; null: no limit.
  refund_max bigint CHECK (refund_max >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (merchant_id, person_id)
);
CREATE INDEX memberships_person ON memberships (person_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships TO cottontree_system;

-- Of a link only the SHA-256 of its token is kept.
CREATE TABLE invitations (
  id text PRIMARY KEY,
  merchant_id text NOT NULL REFERENCES merchants (id),
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'staff', 'viewer')),
  refund_max bigint CHECK (refund_max >= 0),
  token_hash bytea NOT NULL UNIQUE,
  -- A person, a key, or whoever runs the server, with the name at that time.
  invited_by text NOT NULL,
  inviter_name text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
CREATE INDEX invitations_merchant ON invitations (merchant_id, created_at);
CREATE INDEX invitations_age ON invitations (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO cottontree_system;

CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  person_id text NOT NULL REFERENCES people (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_person ON password_resets (person_id);
CREATE INDEX password_resets_age ON password_resets (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON password_resets TO cottontree_system;

-- Codes that stand in for the authenticator app, by their SHA-256; one that was used is gone.
CREATE TABLE recovery_codes (
  person_id text NOT NULL REFERENCES people (id),
  code_hash bytea NOT NULL,
  PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, DELETE ON recovery_codes TO cottontree_system;

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  person_id text NOT NULL REFERENCES people (id),
  credential_id bytea NOT NULL UNIQUE,
  -- COSE.
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  -- Whether the passkey lives in an account that several devices share.
  synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_person ON passkeys (person_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO cottontree_system;

-- What a passkey is asked; who answers takes the row away, so that nothing is answered twice.
CREATE TABLE passkey_challenges (
  challenge bytea PRIMARY KEY,
  -- Who makes a passkey; null: somebody signs in.
  person_id text REFERENCES people (id),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_age ON passkey_challenges (expires_at);
GRANT SELECT, INSERT, DELETE ON passkey_challenges TO cottontree_system;

-- Letters to people about their accounts, until they are sent; what they say is sealed, for it holds a link that opens one.
CREATE TABLE account_letters (
  id text PRIMARY KEY,
  letter bytea NOT NULL,
  due_at timestamptz NOT NULL,
  tries integer NOT NULL,
  -- After this nobody needs it any more.
  expires_at timestamptz NOT NULL
);
CREATE INDEX account_letters_due ON account_letters (due_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON account_letters TO cottontree_system;

-- What was done: every write that went through, by whom and from where.
CREATE TABLE activity (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  at timestamptz NOT NULL,
  id text NOT NULL,
  operation text NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('member', 'key', 'session')),
  actor_id text NOT NULL,
  -- What the person was called then; empty for keys and sessions.
  actor_name text NOT NULL,
  -- What it was done to or what came of it, by its id; null where the operation is about no single thing.
  thing text,
  address text NOT NULL,
  PRIMARY KEY (merchant_id, livemode, at, id)
);
SELECT guard_tenant_table('activity');
CREATE INDEX activity_actor ON activity (merchant_id, livemode, actor_id, at, id);
CREATE INDEX activity_age ON activity USING brin (at);
