-- Who may sign in: the platform's people with e-mail and password, couriers with phone and PIN. Only the system role sees any of it.

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('operator', 'dispatcher', 'cashier')),
  -- argon2id in PHC form.
  password_hash text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at timestamptz NOT NULL,
  last_signed_in_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON users TO cottontree_system;

-- Apart from the drivers, whom merchants' requests may read.
CREATE TABLE driver_pins (
  driver_id text PRIMARY KEY REFERENCES drivers (id),
  pin_hash text NOT NULL,
  changed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON driver_pins TO cottontree_system;

-- Nobody is signed in twice by one token; of the token only its SHA-256 is kept.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('driver', 'operator')),
  subject_id text NOT NULL,
  -- Where it was signed in from.
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  -- To the minute.
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX sessions_subject ON sessions (subject_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_age ON sessions (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO cottontree_system;

-- Tries to sign in, counted before they are judged, by a fingerprint of whom they are for and of where they come from.
CREATE TABLE sign_in_tries (
  subject bytea PRIMARY KEY,
  started_at timestamptz NOT NULL,
  tries integer NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX sign_in_tries_age ON sign_in_tries (started_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_tries TO cottontree_system;
