-- Folded, from what 0001 to 0060 made: the till: what is sold and where it is, sales and what came back of them,
-- staff, drawers, and what tills take over.

-- Where the merchant sells and keeps stock.
CREATE TABLE locations (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  -- What stands for it in the numbers of its documents.
  code text NOT NULL,
  address text,
  phone text,
  -- Printed under the merchant's own lines.
  receipt_lines text[] NOT NULL,
  is_default boolean NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What happened there still names it.
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (NOT is_default OR (is_active AND deleted_at IS NULL))
);
CREATE UNIQUE INDEX locations_default ON locations (merchant_id, livemode) WHERE is_default;
CREATE UNIQUE INDEX locations_code ON locations (merchant_id, livemode, code) WHERE deleted_at IS NULL;
SELECT guard_tenant_table('locations');
CREATE TRIGGER locations_made AFTER INSERT ON locations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('location');
CREATE TRIGGER locations_changed AFTER UPDATE ON locations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('location');

-- How the till reckons and prints; no row: as is usual.
CREATE TABLE pos_settings (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  version integer NOT NULL,
  tax_rounding text NOT NULL CHECK (tax_rounding IN ('document', 'line')),
  tax_inclusive boolean NOT NULL,
  -- Minor units; 0: cash is not rounded.
  cash_rounding_increment bigint NOT NULL CHECK (cash_rounding_increment >= 0),
  cash_rounding_mode text NOT NULL CHECK (cash_rounding_mode IN ('nearest', 'up', 'down')),
  reserve_on_park boolean NOT NULL,
  require_cash_session boolean NOT NULL,
  receipt_header text[] NOT NULL,
  receipt_footer text[] NOT NULL,
  sale_number_pattern text NOT NULL,
  clock_skew_minutes integer NOT NULL CHECK (clock_skew_minutes >= 0),
  updated_at timestamptz NOT NULL,
  -- Whether tills without network check the PINs of people who may do more than whoever is signed in there.
  offline_managers boolean NOT NULL DEFAULT false,
  PRIMARY KEY (merchant_id, livemode)
);
SELECT guard_tenant_table('pos_settings');
CREATE TRIGGER pos_settings_changed AFTER INSERT OR UPDATE ON pos_settings FOR EACH ROW EXECUTE FUNCTION note_settings_change();

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
CREATE TRIGGER tax_rates_made AFTER INSERT ON tax_rates REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('tax_rate');
CREATE TRIGGER tax_rates_changed AFTER UPDATE ON tax_rates REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('tax_rate');

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
CREATE TRIGGER discounts_made AFTER INSERT ON discounts REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('discount');
CREATE TRIGGER discounts_changed AFTER UPDATE ON discounts REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('discount');

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
CREATE TRIGGER categories_tree BEFORE INSERT OR UPDATE ON categories FOR EACH ROW EXECUTE FUNCTION keep_categories_a_tree();
CREATE TRIGGER categories_made AFTER INSERT ON categories REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('category');
CREATE TRIGGER categories_changed AFTER UPDATE ON categories REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('category');

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
CREATE TRIGGER modifier_groups_made AFTER INSERT ON modifier_groups REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('modifier_group');
CREATE TRIGGER modifier_groups_changed AFTER UPDATE ON modifier_groups REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('modifier_group');

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
-- A transition table belongs to one kind of change, so each table has two triggers.
CREATE TRIGGER products_made AFTER INSERT ON products REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('product');
CREATE TRIGGER products_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_till_changes('product');
CREATE TRIGGER components_are_no_bundles AFTER UPDATE ON products FOR EACH ROW WHEN (NEW.type = 'bundle' AND OLD.type <> 'bundle') EXECUTE FUNCTION refuse_while_in_bundle();
-- Names without case and accents; what is longer is told apart by the id.
CREATE INDEX products_name ON products (merchant_id, livemode, (left(split_part(search, E'\n', 1), 60) COLLATE "C"), id) WHERE deleted_at IS NULL;

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
CREATE TRIGGER variants_stay_in_bundles AFTER UPDATE ON variants FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL) EXECUTE FUNCTION refuse_while_in_bundle();

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

-- What is where: levels, and every movement that made them. Quantities are thousandths of a unit.

CREATE TABLE stock_levels (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  location_id text NOT NULL,
  variant_id text NOT NULL,
  -- Below zero only by force, or where the variant may be sold without stock.
  on_hand bigint NOT NULL,
  -- Part of what is on hand, kept for sales that are being paid; whose it is say the movements (ref_type 'sale').
  reserved bigint NOT NULL CHECK (reserved >= 0),
  -- The last movement's number.
  seq bigint NOT NULL CHECK (seq >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, location_id, variant_id),
  FOREIGN KEY (merchant_id, livemode, location_id) REFERENCES locations (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, variant_id) REFERENCES variants (merchant_id, livemode, id)
) WITH (fillfactor = 50);
CREATE INDEX stock_levels_variant ON stock_levels (merchant_id, livemode, variant_id, location_id);
SELECT guard_tenant_table('stock_levels');

-- Append-only. Movement n of a level stands on what movement n - 1 left.
CREATE TABLE stock_movements (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  location_id text NOT NULL,
  variant_id text NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  id text NOT NULL,
  delta bigint NOT NULL,
  reserved_delta bigint NOT NULL,
  balance_after bigint NOT NULL,
  reserved_after bigint NOT NULL CHECK (reserved_after >= 0),
  reason text NOT NULL CHECK (reason IN ('sale', 'sale_offline', 'refund_restock', 'void', 'purchase', 'adjustment', 'count', 'transfer_out', 'transfer_in', 'damage', 'loss', 'reservation', 'reservation_release', 'initial')),
  -- What made it move; the same line of the same thing moves stock once for one reason.
  ref_type text NOT NULL,
  ref_id text NOT NULL,
  ref_line text NOT NULL,
  note text,
  -- Null: this service itself.
  actor_type text CHECK (actor_type IN ('key', 'staff')),
  actor_id text,
  -- Minor units of the merchant's currency, for one unit.
  unit_cost bigint CHECK (unit_cost >= 0),
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, location_id, variant_id, seq)
) WITH (fillfactor = 100);
CREATE UNIQUE INDEX stock_movements_ref ON stock_movements (merchant_id, livemode, ref_type, ref_id, ref_line, reason);
CREATE UNIQUE INDEX stock_movements_list ON stock_movements (merchant_id, livemode, recorded_at, id);
CREATE INDEX stock_movements_variant ON stock_movements (merchant_id, livemode, variant_id, recorded_at, id);
SELECT guard_tenant_table('stock_movements');
REVOKE UPDATE, DELETE ON stock_movements FROM cottontree_app, cottontree_system;
CREATE TRIGGER stock_movements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_stock_rewrite();

-- Corrections of stock; what they moved say their movements (ref_type 'adjustment').
CREATE TABLE stock_adjustments (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  client_id text,
  -- SHA-256 of the request: the same client_id with another content is refused.
  content_hash bytea NOT NULL,
  location_id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, location_id) REFERENCES locations (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX stock_adjustments_client ON stock_adjustments (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
SELECT guard_tenant_table('stock_adjustments');

-- Stocktakings. Submitting moves (ref_type 'count', the variant as ref_line) what each line counted differs.
CREATE TABLE stock_counts (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  client_id text,
  content_hash bytea NOT NULL,
  location_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'submitted', 'cancelled')),
  note text,
  created_at timestamptz NOT NULL,
  submitted_at timestamptz,
  cancelled_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, location_id) REFERENCES locations (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX stock_counts_client ON stock_counts (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX stock_counts_list ON stock_counts (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('stock_counts');

CREATE TABLE stock_count_lines (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  count_id text NOT NULL,
  variant_id text NOT NULL,
  -- Its place on the list.
  position integer NOT NULL,
  -- Null: not counted yet.
  counted bigint CHECK (counted >= 0),
  -- What should have been there, and the level's seq, when it was counted.
  expected bigint,
  expected_seq bigint,
  counted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, count_id, variant_id),
  FOREIGN KEY (merchant_id, livemode, count_id) REFERENCES stock_counts (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, variant_id) REFERENCES variants (merchant_id, livemode, id),
  CHECK ((counted IS NULL) = (expected IS NULL) AND (counted IS NULL) = (expected_seq IS NULL) AND (counted IS NULL) = (counted_at IS NULL))
) WITH (fillfactor = 80);
SELECT guard_tenant_table('stock_count_lines');

-- Stock on its way: gone from one location when sent, at the other when received (ref_type 'transfer').
CREATE TABLE stock_transfers (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  client_id text,
  content_hash bytea NOT NULL,
  from_location_id text NOT NULL,
  to_location_id text NOT NULL CHECK (to_location_id <> from_location_id),
  status text NOT NULL CHECK (status IN ('sent', 'received', 'cancelled')),
  -- [{line, variant_id, product_id, name, variant_name, sku, quantity, received}], read and written whole; quantities in thousandths, as text.
  lines jsonb NOT NULL,
  note text,
  sent_at timestamptz NOT NULL,
  received_at timestamptz,
  cancelled_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, from_location_id) REFERENCES locations (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, to_location_id) REFERENCES locations (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX stock_transfers_client ON stock_transfers (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX stock_transfers_list ON stock_transfers (merchant_id, livemode, sent_at, id);
SELECT guard_tenant_table('stock_transfers');

-- Sales, their numbers, lines and payments.

-- The number that the next completed sale of a location gets. Whoever changes a sale there locks the row first.
CREATE TABLE sale_counters (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  location_id text NOT NULL,
  -- The year, where numbers begin anew with it; else empty.
  period text NOT NULL,
  next bigint NOT NULL CHECK (next >= 1),
  PRIMARY KEY (merchant_id, livemode, location_id, period)
) WITH (fillfactor = 20);
SELECT guard_tenant_table('sale_counters');

CREATE TABLE sales (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  location_id text NOT NULL,
  -- Given when it is completed, without gaps in a location.
  number bigint,
  number_period text,
  -- The number as people read it.
  number_text text,
  -- What the receipt says: the number, or what a till without network printed.
  receipt_number text,
  -- Unique for ever, with a hash of all that came with it.
  client_id text,
  content_hash bytea,
  -- Rises with every change; each takes effect only on the version that it was made for.
  version integer NOT NULL,
  -- The last message's number.
  sequence integer NOT NULL,
  -- Made before the last change was written, so that it can be found out whether it was.
  change_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('parked', 'open', 'pending_payment', 'completed', 'cancelled', 'expired', 'voided', 'partially_refunded', 'refunded')),
  terminal_id text,
  cash_session_id text,
  staff_id text,
  customer_id text,
  customer_name text,
  customer_phone text,
  customer_email text,
  currency text NOT NULL,
  -- What was sold, at the prices and with the totals of that moment, and how much of it came back. Read and written only
  -- whole; reports read sale_lines.
  lines jsonb NOT NULL,
  taxes jsonb NOT NULL,
  -- The discount and the service charge as they were asked for.
  terms jsonb NOT NULL,
  payments jsonb NOT NULL,
  subtotal bigint NOT NULL CHECK (subtotal >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  service_charge bigint NOT NULL CHECK (service_charge >= 0),
  tip bigint NOT NULL CHECK (tip >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  -- What the rounding of cash added to what is paid, or took from it.
  cash_rounding bigint NOT NULL,
  amount_paid bigint NOT NULL CHECK (amount_paid >= 0),
  change_due bigint NOT NULL CHECK (change_due >= 0),
  amount_refunded bigint NOT NULL CHECK (amount_refunded >= 0),
  flags text[] NOT NULL,
  notes text,
  offline boolean NOT NULL,
  fiscal_status text NOT NULL CHECK (fiscal_status IN ('none', 'pending', 'signed', 'failed')),
  fiscal jsonb,
  receipt_token text NOT NULL,
  void_reason text,
  -- What its lines take of the stock: nothing, kept for it, or gone; and how often that began anew.
  stock_state text NOT NULL CHECK (stock_state IN ('none', 'reserved', 'taken')),
  stock_round integer NOT NULL,
  expires_at timestamptz,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  ended_at timestamptz,
  -- Of a sale made without network: who handed it in, where that is not whose it is.
  handed_in_by text,
  PRIMARY KEY (merchant_id, livemode, id),
  CONSTRAINT sales_numbered_when_completed CHECK ((number IS NULL) = (completed_at IS NULL) AND (number IS NULL) = (number_period IS NULL)),
  CONSTRAINT sales_paid_when_completed CHECK (completed_at IS NULL OR offline OR amount_paid >= total + cash_rounding),
  CONSTRAINT sales_refunds_fit CHECK (amount_refunded <= amount_paid)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX sales_number ON sales (merchant_id, livemode, number, location_id, number_period) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX sales_client_id ON sales (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE UNIQUE INDEX sales_receipt_token ON sales (receipt_token);
CREATE INDEX sales_receipt_number ON sales (merchant_id, livemode, receipt_number) WHERE receipt_number IS NOT NULL;
CREATE INDEX sales_list ON sales (merchant_id, livemode, created_at, id);
CREATE INDEX sales_completed ON sales (merchant_id, livemode, completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX sales_session ON sales (merchant_id, livemode, cash_session_id, created_at) WHERE cash_session_id IS NOT NULL;
CREATE INDEX sales_customer ON sales (merchant_id, livemode, customer_id, created_at) WHERE customer_id IS NOT NULL;
CREATE INDEX sales_due ON sales (expires_at) WHERE status = 'pending_payment';
CREATE INDEX sales_unsigned ON sales (updated_at) WHERE fiscal_status = 'pending';
SELECT guard_tenant_table('sales');

-- What completed sales sold, in columns, for reports: they need not open the jsonb of every sale. Written once; what comes back stands with the refunds.
CREATE TABLE sale_lines (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  sale_id text NOT NULL,
  line integer NOT NULL,
  product_id text,
  variant_id text,
  category_id text,
  name text NOT NULL,
  quantity_milli bigint NOT NULL CHECK (quantity_milli > 0),
  gross bigint NOT NULL,
  discount bigint NOT NULL,
  tax bigint NOT NULL,
  total bigint NOT NULL,
  -- Of one unit, at that time.
  unit_cost bigint,
  PRIMARY KEY (merchant_id, livemode, sale_id, line)
);
SELECT guard_tenant_table('sale_lines');

-- What became of each payment for a sale, decided once. Whoever comes with the same news again finds it here.
CREATE TABLE sale_payments (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  sale_id text NOT NULL,
  payment_id text NOT NULL,
  channel text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('kept', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, sale_id, payment_id)
);
SELECT guard_tenant_table('sale_payments');

-- Staff, tills, sessions and drawers.

CREATE TABLE staff (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('cashier', 'supervisor', 'manager', 'custom')),
  -- What counts; a role only filled it in.
  permissions text[] NOT NULL,
  -- Empty: every location.
  location_ids text[] NOT NULL,
  is_active boolean NOT NULL,
  -- argon2id.
  pin_hash text,
  pin_set_at timestamptz,
  -- Tries at the PIN since the last right one, or in the last fifteen minutes; the one too many finds no row to write.
  pin_tries integer NOT NULL DEFAULT 0 CHECK (pin_tries BETWEEN 0 AND 5),
  pin_tried_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What they did still names them.
  deleted_at timestamptz,
  -- Sealed: a second, slow hash of the PIN, for tills that check it without network.
  pin_verifier bytea,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE INDEX staff_list ON staff (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('staff');

CREATE TABLE terminals (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  -- What its receipt numbers begin with.
  code text NOT NULL,
  location_id text NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Receipts still bear its code, which no other till gets.
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CONSTRAINT terminals_code UNIQUE (merchant_id, livemode, code)
);
CREATE INDEX terminals_list ON terminals (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('terminals');

-- What binds a device to a till: first a code that works once, then a token. A till has one at a time.
CREATE TABLE terminal_pairings (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  terminal_id text NOT NULL,
  -- A keyed fingerprint; gone once it was used.
  pairing_mac bytea,
  pairing_expires_at timestamptz,
  -- SHA-256; stays while a new code waits, so that the device before goes on until another takes over.
  token_hash bytea,
  paired_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, terminal_id),
  FOREIGN KEY (merchant_id, livemode, terminal_id) REFERENCES terminals (merchant_id, livemode, id),
  CHECK ((pairing_mac IS NULL) = (pairing_expires_at IS NULL)),
  CHECK ((token_hash IS NULL) = (paired_at IS NULL))
);
CREATE UNIQUE INDEX terminal_pairings_code ON terminal_pairings (merchant_id, livemode, pairing_mac) WHERE pairing_mac IS NOT NULL;
CREATE UNIQUE INDEX terminal_pairings_token ON terminal_pairings (merchant_id, livemode, token_hash) WHERE token_hash IS NOT NULL;
SELECT guard_tenant_table('terminal_pairings');

-- Tokens that act like keys for a few hours: of a person at a till, or given out by the merchant's own server.
CREATE TABLE widget_sessions (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- SHA-256.
  token_hash bytea NOT NULL,
  widget text NOT NULL,
  -- The most it may do; the person's permissions and the key's scopes of the moment narrow it.
  scopes text[] NOT NULL,
  staff_id text,
  terminal_id text,
  -- The token of the pairing it was begun with: another pairing ends it.
  terminal_token_hash bytea,
  -- The key it was begun with: it ends with that key.
  key_id text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Addresses from which a session may be used, where its maker said so; null: those of the key that began it.
  ip_ranges text[],
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, staff_id) REFERENCES staff (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, terminal_id) REFERENCES terminals (merchant_id, livemode, id),
  CHECK ((terminal_id IS NULL) = (terminal_token_hash IS NULL))
);
CREATE UNIQUE INDEX widget_sessions_token ON widget_sessions (token_hash);
CREATE INDEX widget_sessions_list ON widget_sessions (merchant_id, livemode, created_at, id);
CREATE INDEX widget_sessions_age ON widget_sessions (expires_at);
SELECT guard_tenant_table('widget_sessions');

-- Drawers from opening to counting. Whoever writes an entry holds the row FOR SHARE, whoever closes it FOR UPDATE, so
-- that an entry is in the Z report or is refused.
CREATE TABLE cash_sessions (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  location_id text NOT NULL,
  terminal_id text,
  -- Whose Z reports are numbered together: the till, or the location where no till is named.
  series text NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'closing', 'closed')),
  opening_float_minor bigint NOT NULL CHECK (opening_float_minor >= 0),
  opened_by text,
  opened_at timestamptz NOT NULL,
  closed_by text,
  closed_at timestamptz,
  z_report_id text,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, terminal_id) REFERENCES terminals (merchant_id, livemode, id),
  CHECK (series = coalesce(terminal_id, location_id)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL AND z_report_id IS NOT NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX cash_sessions_open ON cash_sessions (merchant_id, livemode, series) WHERE status <> 'closed';
CREATE INDEX cash_sessions_list ON cash_sessions (merchant_id, livemode, opened_at, id);
SELECT guard_tenant_table('cash_sessions');
CREATE TRIGGER cash_session_moves_forward BEFORE UPDATE ON cash_sessions FOR EACH ROW EXECUTE FUNCTION guard_cash_session();

-- Money that came or went, by the tender it came in; amounts are signed. Written only by write_cash_entries.
CREATE TABLE cash_entries (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  session_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('opening', 'sale', 'refund', 'void', 'pay_in', 'pay_out', 'drop', 'no_sale')),
  tender text NOT NULL,
  amount_minor bigint NOT NULL,
  sale_id text,
  refund_id text,
  staff_id text,
  -- What a till called a movement, for good.
  client_id text,
  content_hash bytea,
  reason text,
  -- It came after the session was closed, from a till without network.
  late boolean NOT NULL,
  -- The later Z report that names it; only of late ones.
  reported_in text,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, session_id, id),
  FOREIGN KEY (merchant_id, livemode, session_id) REFERENCES cash_sessions (merchant_id, livemode, id),
  CHECK (late OR reported_in IS NULL),
  CHECK (CASE kind WHEN 'no_sale' THEN amount_minor = 0 WHEN 'pay_in' THEN amount_minor > 0 WHEN 'pay_out' THEN amount_minor < 0 WHEN 'drop' THEN amount_minor < 0 ELSE true END)
);
CREATE UNIQUE INDEX cash_entries_client ON cash_entries (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX cash_entries_late ON cash_entries (merchant_id, livemode, session_id) WHERE late AND reported_in IS NULL;
CREATE INDEX cash_entries_reported ON cash_entries (merchant_id, livemode, reported_in) WHERE reported_in IS NOT NULL;
SELECT guard_tenant_table('cash_entries');

-- Sales, refunds and voids of a session, with what a Z report adds up. Written only by write_cash_entries.
CREATE TABLE cash_documents (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  session_id text NOT NULL,
  -- The sale or the refund; a void has the id of its sale.
  document_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale', 'refund', 'void')),
  -- The sale's number.
  number text,
  -- All of these as positive as the document shows them.
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  discount_minor bigint NOT NULL CHECK (discount_minor >= 0),
  service_charge_minor bigint NOT NULL CHECK (service_charge_minor >= 0),
  tip_minor bigint NOT NULL CHECK (tip_minor >= 0),
  -- May be below zero.
  cash_rounding_minor bigint NOT NULL,
  -- [{name, rate, base_minor, amount_minor}], the amounts as text.
  taxes jsonb NOT NULL,
  late boolean NOT NULL,
  reported_in text,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, session_id, kind, document_id),
  FOREIGN KEY (merchant_id, livemode, session_id) REFERENCES cash_sessions (merchant_id, livemode, id),
  CHECK (late OR reported_in IS NULL)
);
CREATE INDEX cash_documents_late ON cash_documents (merchant_id, livemode, session_id) WHERE late AND reported_in IS NULL;
CREATE INDEX cash_documents_reported ON cash_documents (merchant_id, livemode, reported_in) WHERE reported_in IS NOT NULL;
SELECT guard_tenant_table('cash_documents');

-- What was counted when a drawer was closed, for good. `body` is the report as the API shows it, without its hash.
CREATE TABLE z_reports (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  series text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  session_id text NOT NULL,
  location_id text NOT NULL,
  -- Sums over all Z reports of the series, this one included.
  perpetual_sales_minor numeric NOT NULL,
  perpetual_refunds_minor numeric NOT NULL,
  body text NOT NULL,
  -- SHA-256; of the report before, 32 zero bytes for the first.
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  UNIQUE (merchant_id, livemode, series, number),
  UNIQUE (merchant_id, livemode, session_id),
  FOREIGN KEY (merchant_id, livemode, session_id) REFERENCES cash_sessions (merchant_id, livemode, id)
);
CREATE INDEX z_reports_list ON z_reports (merchant_id, livemode, closed_at, id);
SELECT guard_tenant_table('z_reports');
REVOKE UPDATE, DELETE ON z_reports FROM cottontree_app, cottontree_system;
CREATE TRIGGER z_reports_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON z_reports FOR EACH STATEMENT EXECUTE FUNCTION keep_z_report();

-- What came back of sales, and the money for it. A sale's own row says how much of it is refunded or about to be; what of
-- each line is read from here, of every refund that did not fail.

CREATE TABLE sale_refunds (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  sale_id text NOT NULL,
  -- Unique for ever, with a hash of all that came with it.
  client_id text,
  content_hash bytea,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  currency text NOT NULL,
  -- What goes back; once it is over, what went.
  amount bigint NOT NULL CHECK (amount >= 0),
  amount_failed bigint NOT NULL CHECK (amount_failed >= 0),
  -- What of the amount belongs to no line.
  loose bigint NOT NULL CHECK (loose >= 0),
  tip bigint NOT NULL CHECK (tip >= 0),
  service_charge bigint NOT NULL CHECK (service_charge >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  cash_rounding bigint NOT NULL,
  tax bigint NOT NULL CHECK (tax >= 0),
  -- Of each tax of the sale, in its order, what of it goes back.
  taxes jsonb NOT NULL,
  lines jsonb NOT NULL,
  -- The refunds of payments that it is made of.
  parts jsonb NOT NULL,
  reason text,
  cash_session_id text,
  location_id text NOT NULL,
  terminal_id text,
  staff_id text,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When its money was last asked about, by the wall clock.
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  -- Of a failed one nothing went.
  CHECK (status <> 'failed' OR amount = 0)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX sale_refunds_client_id ON sale_refunds (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX sale_refunds_sale ON sale_refunds (merchant_id, livemode, sale_id, created_at);
CREATE INDEX sale_refunds_list ON sale_refunds (merchant_id, livemode, created_at, id);
CREATE INDEX sale_refunds_session ON sale_refunds (merchant_id, livemode, cash_session_id) WHERE cash_session_id IS NOT NULL;
CREATE INDEX sale_refunds_pending ON sale_refunds (checked_at) WHERE status = 'pending';
SELECT guard_tenant_table('sale_refunds');

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
CREATE TRIGGER bundle_components_sold AFTER INSERT OR UPDATE ON bundle_components FOR EACH ROW EXECUTE FUNCTION keep_components_sold();
