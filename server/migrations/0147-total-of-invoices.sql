CREATE TRIGGER invoices_listed AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER invoices_unlisted AFTER DELETE ON invoices REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'invoices', '', count(*) FROM invoices GROUP BY 1, 2;
