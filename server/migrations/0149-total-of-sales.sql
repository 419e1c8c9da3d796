CREATE TRIGGER sales_listed AFTER INSERT ON sales REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER sales_unlisted AFTER DELETE ON sales REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'sales', '', count(*) FROM sales GROUP BY 1, 2;
