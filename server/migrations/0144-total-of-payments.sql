-- What makes the triggers takes the lock under which the rows that are there are counted.
CREATE TRIGGER payments_listed AFTER INSERT ON payments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER payments_unlisted AFTER DELETE ON payments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'payments', '', count(*) FROM payments GROUP BY 1, 2;
