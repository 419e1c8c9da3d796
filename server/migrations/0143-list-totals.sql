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

-- A trigger takes the lock under which the rows that are there are counted.

CREATE TRIGGER payments_listed AFTER INSERT ON payments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER payments_unlisted AFTER DELETE ON payments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'payments', '', count(*) FROM payments GROUP BY 1, 2;

CREATE TRIGGER refunds_listed AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER refunds_unlisted AFTER DELETE ON refunds REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'refunds', '', count(*) FROM refunds GROUP BY 1, 2;

CREATE TRIGGER payment_links_listed AFTER INSERT ON payment_links REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER payment_links_unlisted AFTER DELETE ON payment_links REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'payment_links', '', count(*) FROM payment_links GROUP BY 1, 2;

CREATE TRIGGER invoices_listed AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER invoices_unlisted AFTER DELETE ON invoices REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'invoices', '', count(*) FROM invoices GROUP BY 1, 2;

CREATE TRIGGER ticket_orders_listed AFTER INSERT ON ticket_orders REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER ticket_orders_unlisted AFTER DELETE ON ticket_orders REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'ticket_orders', '', count(*) FROM ticket_orders GROUP BY 1, 2;

CREATE TRIGGER sales_listed AFTER INSERT ON sales REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER sales_unlisted AFTER DELETE ON sales REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'sales', '', count(*) FROM sales GROUP BY 1, 2;

CREATE TRIGGER stock_movements_listed AFTER INSERT ON stock_movements REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER stock_movements_unlisted AFTER DELETE ON stock_movements REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'stock_movements', '', count(*) FROM stock_movements GROUP BY 1, 2;

CREATE TRIGGER tickets_listed AFTER INSERT ON tickets REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed_of_events();
CREATE TRIGGER tickets_unlisted AFTER DELETE ON tickets REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed_of_events();
INSERT INTO list_totals SELECT merchant_id, livemode, 'tickets', event_id, count(*) FROM tickets GROUP BY 1, 2, 4;

-- A customer who is deleted is listed no longer.
CREATE TRIGGER customers_listed AFTER INSERT ON customers REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed_until_deleted();
CREATE TRIGGER customers_unlisted AFTER DELETE ON customers REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed_until_deleted();
CREATE TRIGGER customers_relisted AFTER UPDATE OF deleted_at ON customers FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION recount_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'customers', '', count(*) FROM customers WHERE deleted_at IS NULL GROUP BY 1, 2;
