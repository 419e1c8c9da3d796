-- How many rows a list has where nothing narrows it, kept by those who write them: counting them anew for each page takes
-- longer the more there are. Each transaction writes what it adds in a row of its own, so that nobody waits for another
-- and none can lock another out; a loop adds these up. A list has the sum of both, in one snapshot.
CREATE TABLE list_totals (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  list text NOT NULL, -- the table
  scope text NOT NULL, -- the id of what within the merchant the list is of; '' for all of it
  rows bigint NOT NULL,
  PRIMARY KEY (merchant_id, livemode, list, scope)
) WITH (fillfactor = 50);
SELECT guard_tenant_table('list_totals');

CREATE TABLE list_deltas (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  list text NOT NULL,
  scope text NOT NULL,
  tx bigint NOT NULL, -- the id of the transaction that wrote them
  rows bigint NOT NULL,
  PRIMARY KEY (merchant_id, livemode, list, scope, tx)
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
SELECT guard_tenant_table('list_deltas');

-- The migrations that follow count one table each: whoever holds the lock of one and waits for another's may wait for who waits for it.
