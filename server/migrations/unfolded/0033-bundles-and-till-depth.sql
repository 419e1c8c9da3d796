-- What is in a bundle, who handed a sale in, PINs that tills check without network, products by name, and imports that let
-- others write.

-- A bundle that has components holds no stock: selling it moves theirs.
CREATE TABLE bundle_components (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  product_id text NOT NULL,
  variant_id text NOT NULL,
  -- From 0, in the order of the receipt.
  position integer NOT NULL,
  -- Thousandths, in one bundle.
  quantity bigint NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (merchant_id, livemode, product_id, variant_id),
  FOREIGN KEY (merchant_id, livemode, product_id) REFERENCES products (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, variant_id) REFERENCES variants (merchant_id, livemode, id)
);
CREATE INDEX bundle_components_variant ON bundle_components (merchant_id, livemode, variant_id);
SELECT guard_tenant_table('bundle_components');

-- Held until the bundle is written, so that nobody deletes a component, or makes a bundle of it, at the same moment.
CREATE FUNCTION keep_components_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM variants v JOIN products p ON p.merchant_id = v.merchant_id AND p.livemode = v.livemode AND p.id = v.product_id
  WHERE v.merchant_id = NEW.merchant_id AND v.livemode = NEW.livemode AND v.id = NEW.variant_id AND v.deleted_at IS NULL AND p.deleted_at IS NULL AND p.type <> 'bundle' FOR SHARE OF p, v;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A component of a bundle is something that is sold, and no bundle.' USING ERRCODE = 'check_violation', CONSTRAINT = 'bundle_components_sold';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bundle_components_sold AFTER INSERT OR UPDATE ON bundle_components FOR EACH ROW EXECUTE FUNCTION keep_components_sold();

CREATE FUNCTION refuse_while_in_bundle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM variants v JOIN bundle_components c ON c.merchant_id = v.merchant_id AND c.livemode = v.livemode AND c.variant_id = v.id
    JOIN products b ON b.merchant_id = c.merchant_id AND b.livemode = c.livemode AND b.id = c.product_id AND b.deleted_at IS NULL
    WHERE v.merchant_id = NEW.merchant_id AND v.livemode = NEW.livemode AND CASE TG_TABLE_NAME WHEN 'variants' THEN v.id = NEW.id ELSE v.product_id = NEW.id END
  ) THEN
    RAISE EXCEPTION 'A bundle has it as a component.' USING ERRCODE = 'check_violation', CONSTRAINT = 'bundle_components_needed';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER variants_stay_in_bundles AFTER UPDATE ON variants FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL) EXECUTE FUNCTION refuse_while_in_bundle();
CREATE TRIGGER components_are_no_bundles AFTER UPDATE ON products FOR EACH ROW WHEN (NEW.type = 'bundle' AND OLD.type <> 'bundle') EXECUTE FUNCTION refuse_while_in_bundle();

-- Of a sale made without network: who handed it in, where that is not whose it is.
ALTER TABLE sales ADD COLUMN handed_in_by text;

-- Sealed: a second, slow hash of the PIN, for tills that check it without network.
ALTER TABLE staff ADD COLUMN pin_verifier bytea;

-- Names without case and accents; what is longer is told apart by the id.
CREATE INDEX products_name ON products (merchant_id, livemode, (left(split_part(search, E'\n', 1), 60) COLLATE "C"), id) WHERE deleted_at IS NULL;

-- Who writes thousands of things in one transaction numbers them at its end, and until then keeps nobody else waiting.
CREATE FUNCTION number_till_changes(tenant_merchant text, tenant_livemode boolean, the_kind text, ids text[], deleteds boolean[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
BEGIN
  INSERT INTO till_feeds AS f (merchant_id, livemode, last_seq) VALUES (tenant_merchant, tenant_livemode, cardinality(ids))
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_seq = f.last_seq + excluded.last_seq RETURNING f.last_seq INTO last;
  INSERT INTO till_changes (merchant_id, livemode, kind, id, seq, deleted)
  SELECT tenant_merchant, tenant_livemode, the_kind, c.id, last - cardinality(ids) + c.place, c.deleted FROM unnest(ids, deleteds) WITH ORDINALITY AS c (id, deleted, place)
  ON CONFLICT (merchant_id, livemode, kind, id) DO UPDATE SET seq = excluded.seq, deleted = excluded.deleted;
END $$;

CREATE OR REPLACE FUNCTION note_till_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant record;
BEGIN
  IF current_setting('cottontree.number_till_changes', true) = 'later' THEN RETURN NULL; END IF;
  FOR tenant IN SELECT c.merchant_id, c.livemode, array_agg(c.id ORDER BY c.id) AS ids, array_agg(c.deleted_at IS NOT NULL ORDER BY c.id) AS deleteds FROM changed_rows c GROUP BY 1, 2 ORDER BY 1, 2 LOOP
    PERFORM number_till_changes(tenant.merchant_id, tenant.livemode, TG_ARGV[0], tenant.ids, tenant.deleteds);
  END LOOP;
  RETURN NULL;
END $$;
