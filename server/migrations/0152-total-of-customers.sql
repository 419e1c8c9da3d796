-- A customer who is deleted is listed no longer.
CREATE TRIGGER customers_listed AFTER INSERT ON customers REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed_until_deleted();
CREATE TRIGGER customers_unlisted AFTER DELETE ON customers REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed_until_deleted();
CREATE TRIGGER customers_relisted AFTER UPDATE OF deleted_at ON customers FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION recount_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'customers', '', count(*) FROM customers WHERE deleted_at IS NULL GROUP BY 1, 2;
