-- What changed for tills. Every change gets the next number of its merchant and mode. The row with the last number stays
-- locked until the change has committed, so numbers commit in their order: who has read up to one has missed none below it.

CREATE TABLE till_feeds (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  last_seq bigint NOT NULL,
  PRIMARY KEY (merchant_id, livemode)
) WITH (fillfactor = 20);
SELECT guard_tenant_table('till_feeds');

-- The last change of each thing.
CREATE TABLE till_changes (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('product', 'category', 'modifier_group', 'tax_rate', 'discount', 'location', 'settings')),
  id text NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  deleted boolean NOT NULL,
  PRIMARY KEY (merchant_id, livemode, kind, id),
  FOREIGN KEY (merchant_id, livemode) REFERENCES till_feeds (merchant_id, livemode)
);
CREATE UNIQUE INDEX till_changes_seq ON till_changes (merchant_id, livemode, seq);
SELECT guard_tenant_table('till_changes');

-- Once a statement and tenant, however many rows it wrote: a number drawn row by row would rewrite the feed's row as often.
CREATE FUNCTION note_till_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant record;
  last bigint;
BEGIN
  FOR tenant IN SELECT c.merchant_id, c.livemode, count(*) AS rows FROM changed_rows c GROUP BY 1, 2 ORDER BY 1, 2 LOOP
    INSERT INTO till_feeds AS f (merchant_id, livemode, last_seq) VALUES (tenant.merchant_id, tenant.livemode, tenant.rows)
    ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_seq = f.last_seq + excluded.last_seq RETURNING f.last_seq INTO last;
    INSERT INTO till_changes (merchant_id, livemode, kind, id, seq, deleted)
    SELECT c.merchant_id, c.livemode, TG_ARGV[0], c.id, last - tenant.rows + row_number() OVER (ORDER BY c.id), c.deleted_at IS NOT NULL
    FROM changed_rows c WHERE c.merchant_id = tenant.merchant_id AND c.livemode = tenant.livemode
    ON CONFLICT (merchant_id, livemode, kind, id) DO UPDATE SET seq = excluded.seq, deleted = excluded.deleted;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION note_settings_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
BEGIN
  INSERT INTO till_feeds AS f (merchant_id, livemode, last_seq) VALUES (NEW.merchant_id, NEW.livemode, 1)
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_seq = f.last_seq + 1 RETURNING f.last_seq INTO last;
  INSERT INTO till_changes (merchant_id, livemode, kind, id, seq, deleted) VALUES (NEW.merchant_id, NEW.livemode, 'settings', 'settings', last, false)
  ON CONFLICT (merchant_id, livemode, kind, id) DO UPDATE SET seq = excluded.seq;
  RETURN NULL;
END $$;
CREATE TRIGGER pos_settings_changed AFTER INSERT OR UPDATE ON pos_settings FOR EACH ROW EXECUTE FUNCTION note_settings_change();

-- A transition table belongs to one kind of change, so each table has two triggers.
CREATE TRIGGER products_made AFTER INSERT ON products REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('product');
CREATE TRIGGER products_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('product');
CREATE TRIGGER categories_made AFTER INSERT ON categories REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('category');
CREATE TRIGGER categories_changed AFTER UPDATE ON categories REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('category');
CREATE TRIGGER modifier_groups_made AFTER INSERT ON modifier_groups REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('modifier_group');
CREATE TRIGGER modifier_groups_changed AFTER UPDATE ON modifier_groups REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('modifier_group');
CREATE TRIGGER tax_rates_made AFTER INSERT ON tax_rates REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('tax_rate');
CREATE TRIGGER tax_rates_changed AFTER UPDATE ON tax_rates REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('tax_rate');
CREATE TRIGGER discounts_made AFTER INSERT ON discounts REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('discount');
CREATE TRIGGER discounts_changed AFTER UPDATE ON discounts REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('discount');
CREATE TRIGGER locations_made AFTER INSERT ON locations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('location');
CREATE TRIGGER locations_changed AFTER UPDATE ON locations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('location');
