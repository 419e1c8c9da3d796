-- What is known of a row before its merchant is: the number of a parcel, the token of a page, the fingerprint of a key. Each
-- entry says whose the row is, is the only one of its kind, and is written and removed with the row by triggers. Where rows are
-- spread over machines by merchant, this table is spread by key, so that one machine is asked and one alone says what is taken.
-- Which columns it has stands in server/src/store/directory/known-keys.ts: the program that brings a line there makes the
-- triggers, a table at a time, and lists the rows that were there before, in parts, while others write.
CREATE TABLE directory (
  kind text NOT NULL,
  key text NOT NULL,
  merchant_id text NOT NULL,
  -- No NOT NULL: an older program that erases test data takes what has both for a table whose rows are to go.
  livemode boolean CHECK (livemode IS NOT NULL),
  PRIMARY KEY (kind, key)
);
SELECT guard_tenant_table('directory');

CREATE TABLE directory_kinds (
  kind text PRIMARY KEY,
  of_table text NOT NULL,
  key text NOT NULL, -- how it is read from a row c
  listed boolean NOT NULL DEFAULT false -- whether it has every row
);
GRANT SELECT ON directory_kinds TO cottontree_system;
