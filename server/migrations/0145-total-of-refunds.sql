CREATE TRIGGER refunds_listed AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER refunds_unlisted AFTER DELETE ON refunds REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'refunds', '', count(*) FROM refunds GROUP BY 1, 2;
