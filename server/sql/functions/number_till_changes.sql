-- Gives things their numbers in the feed of tills. The feed's row stays locked until the change has committed. Who
-- writes thousands of things in one transaction calls it at the end, and until then keeps nobody else waiting.
CREATE OR REPLACE FUNCTION number_till_changes(
  tenant_merchant text, tenant_livemode boolean, the_kind text, ids text[], deleteds boolean[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
BEGIN
  INSERT INTO till_feeds AS f (merchant_id, livemode, last_seq)
  VALUES (tenant_merchant, tenant_livemode, cardinality(ids))
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_seq = f.last_seq + excluded.last_seq
  RETURNING f.last_seq INTO last;
  INSERT INTO till_changes (merchant_id, livemode, kind, id, seq, deleted)
  SELECT tenant_merchant, tenant_livemode, the_kind, c.id, last - cardinality(ids) + c.place, c.deleted
  FROM unnest(ids, deleteds) WITH ORDINALITY AS c (id, deleted, place)
  ON CONFLICT (merchant_id, livemode, kind, id) DO UPDATE SET seq = excluded.seq, deleted = excluded.deleted;
END $$;
