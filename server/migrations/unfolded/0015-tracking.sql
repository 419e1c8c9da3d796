-- Who tries to find parcels by their number.

-- Tries to find a parcel by its number and digits of a phone, hour by hour, by a fingerprint of where they come
-- from. Exact, because the row that would be one too many cannot be written.
CREATE TABLE look_up_tries (
  subject bytea NOT NULL,
  hour timestamptz NOT NULL,
  tries integer NOT NULL,
  tries_max integer NOT NULL,
  PRIMARY KEY (subject, hour),
  CONSTRAINT look_up_tries_exhausted CHECK (tries <= tries_max)
);
CREATE INDEX look_up_tries_age ON look_up_tries (hour);
GRANT SELECT, INSERT, UPDATE, DELETE ON look_up_tries TO cottontree_system;
