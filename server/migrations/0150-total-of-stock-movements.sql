CREATE TRIGGER stock_movements_listed AFTER INSERT ON stock_movements REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER stock_movements_unlisted AFTER DELETE ON stock_movements REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'stock_movements', '', count(*) FROM stock_movements GROUP BY 1, 2;
