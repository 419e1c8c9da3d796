-- What is sold: products, variants, categories, modifiers, tax rates, discounts. Nothing here is ever deleted: receipts,
-- stock and tills that were away name it; `deleted_at` says since when it is sold no more.

CREATE TABLE tax_rates (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  -- Ten-thousandths of a percent.
  rate bigint NOT NULL CHECK (rate BETWEEN 0 AND 1000000),
  is_active boolean NOT NULL,
  position integer NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE INDEX tax_rates_list ON tax_rates (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('tax_rates');

CREATE TABLE discounts (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('percent', 'fixed')),
  -- Percent: ten-thousandths of a percent. Fixed: minor units of the currency.
  value bigint NOT NULL CHECK (value > 0 AND (type = 'fixed' OR value <= 1000000)),
  currency text NOT NULL,
  applies_to text NOT NULL CHECK (applies_to IN ('any', 'item', 'sale')),
  is_active boolean NOT NULL,
  position integer NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE INDEX discounts_list ON discounts (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('discounts');

CREATE TABLE categories (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  parent_id text,
  color text,
  is_active boolean NOT NULL,
  position integer NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, parent_id) REFERENCES categories (merchant_id, livemode, id)
);
CREATE INDEX categories_list ON categories (merchant_id, livemode, created_at, id);
CREATE INDEX categories_parent ON categories (merchant_id, livemode, parent_id) WHERE deleted_at IS NULL;
SELECT guard_tenant_table('categories');

-- Keeps the tree a tree of at most 8 levels whoever moves what at the same moment: one at a time looks at it, with new eyes.
CREATE FUNCTION keep_categories_a_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  above text := NEW.parent_id;
  levels integer := 1;
  below integer;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.parent_id IS NOT DISTINCT FROM OLD.parent_id AND NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('categories ' || NEW.merchant_id || NEW.livemode, 0));
  IF NEW.deleted_at IS NOT NULL THEN
    IF EXISTS (SELECT FROM categories c WHERE c.merchant_id = NEW.merchant_id AND c.livemode = NEW.livemode AND c.parent_id = NEW.id AND c.deleted_at IS NULL) THEN
      RAISE EXCEPTION 'The category has categories below it.' USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_not_empty';
    END IF;
    RETURN NEW;
  END IF;
  WHILE above IS NOT NULL LOOP
    levels := levels + 1;
    IF above = NEW.id OR levels > 8 THEN
      RAISE EXCEPTION 'The category would lie below itself, or deeper than 8 levels.' USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_tree';
    END IF;
    SELECT c.parent_id INTO above FROM categories c WHERE c.merchant_id = NEW.merchant_id AND c.livemode = NEW.livemode AND c.id = above AND c.deleted_at IS NULL;
    IF NOT FOUND THEN RAISE EXCEPTION 'The category above is gone.' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'categories_parent_gone'; END IF;
  END LOOP;
  WITH RECURSIVE tree AS (
    SELECT NEW.id AS id, 0 AS level
    UNION ALL
    SELECT c.id, t.level + 1 FROM tree t JOIN categories c ON c.merchant_id = NEW.merchant_id AND c.livemode = NEW.livemode AND c.parent_id = t.id AND c.deleted_at IS NULL WHERE t.level < 8
  )
  SELECT max(level) INTO below FROM tree;
  IF levels + below > 8 THEN
    RAISE EXCEPTION 'The category would lie below itself, or deeper than 8 levels.' USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_tree';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER categories_tree BEFORE INSERT OR UPDATE ON categories FOR EACH ROW EXECUTE FUNCTION keep_categories_a_tree();

CREATE TABLE modifier_groups (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  -- How many of it a line must and may have; null: any number.
  min_select integer NOT NULL CHECK (min_select >= 0),
  max_select integer CHECK (max_select >= 1 AND max_select >= min_select),
  currency text NOT NULL,
  -- [{id, name, price, is_active}] in the order of the till; price in minor units as text, for it may be large. Read and written whole.
  modifiers jsonb NOT NULL,
  is_active boolean NOT NULL,
  position integer NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE INDEX modifier_groups_list ON modifier_groups (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('modifier_groups');

CREATE TABLE products (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- Rises with every change of the product or a variant.
  version integer NOT NULL,
  -- The last message's number.
  sequence integer NOT NULL,
  name text NOT NULL,
  description text,
  category_id text,
  type text NOT NULL CHECK (type IN ('simple', 'variable', 'service', 'bundle')),
  currency text NOT NULL,
  -- Minor units; what a variant costs that has no price of its own.
  price bigint NOT NULL CHECK (price >= 0),
  cost bigint CHECK (cost >= 0),
  tax_rate_id text,
  -- A rate of its own, in ten-thousandths of a percent; the product has this or a tax rate's id, or neither: no tax.
  tax_rate bigint CHECK (tax_rate BETWEEN 0 AND 1000000),
  -- Null: as the settings of the till have it.
  tax_inclusive boolean,
  unit text,
  -- Thousandths: of what a quantity is a multiple.
  quantity_step bigint NOT NULL CHECK (quantity_step BETWEEN 1 AND 1000000),
  track_inventory boolean NOT NULL,
  allow_negative_stock boolean NOT NULL,
  -- Thousandths.
  low_stock_threshold bigint CHECK (low_stock_threshold >= 0),
  -- [{name, values[]}] in the order of the product page.
  options jsonb NOT NULL,
  modifier_group_ids text[] NOT NULL,
  image_url text,
  color text,
  is_active boolean NOT NULL,
  position integer NOT NULL,
  metadata jsonb NOT NULL,
  -- Name, SKUs and barcodes without case and accents, for searching.
  search text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, category_id) REFERENCES categories (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, tax_rate_id) REFERENCES tax_rates (merchant_id, livemode, id),
  CHECK (tax_rate IS NULL OR tax_rate_id IS NULL)
);
CREATE INDEX products_list ON products (merchant_id, livemode, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_category ON products (merchant_id, livemode, category_id) WHERE deleted_at IS NULL;
CREATE INDEX products_updated ON products (merchant_id, livemode, updated_at, id);
SELECT guard_tenant_table('products');

-- What is bought, counted and scanned: every product has at least one; that of a simple product stands for the product itself.
CREATE TABLE variants (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  product_id text NOT NULL,
  -- Null where it stands for the product itself.
  name text,
  sku text,
  -- {option: value}
  options jsonb NOT NULL,
  -- Minor units, where it has a price or a cost of its own.
  own_price bigint CHECK (own_price >= 0),
  own_cost bigint CHECK (own_cost >= 0),
  -- What counts: its own, else the product's. Selling and counting read nothing but this row.
  price bigint NOT NULL CHECK (price >= 0),
  cost bigint CHECK (cost >= 0),
  track_inventory boolean NOT NULL,
  allow_negative_stock boolean NOT NULL,
  low_stock_threshold bigint CHECK (low_stock_threshold >= 0),
  is_active boolean NOT NULL,
  position integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, product_id) REFERENCES products (merchant_id, livemode, id)
);
CREATE INDEX variants_product ON variants (merchant_id, livemode, product_id, position, id);
SELECT guard_tenant_table('variants');

-- SKUs and barcodes of what is not deleted, each once in a catalogue: this key decides when two want the same.
CREATE TABLE variant_codes (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sku', 'barcode')),
  code text NOT NULL,
  product_id text NOT NULL,
  variant_id text NOT NULL,
  -- Its place among the variant's barcodes.
  position integer NOT NULL,
  CONSTRAINT variant_codes_code PRIMARY KEY (merchant_id, livemode, kind, code),
  FOREIGN KEY (merchant_id, livemode, variant_id) REFERENCES variants (merchant_id, livemode, id)
);
CREATE INDEX variant_codes_product ON variant_codes (merchant_id, livemode, product_id);
SELECT guard_tenant_table('variant_codes');
