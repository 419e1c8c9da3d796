CREATE TRIGGER payment_links_listed AFTER INSERT ON payment_links REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER payment_links_unlisted AFTER DELETE ON payment_links REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'payment_links', '', count(*) FROM payment_links GROUP BY 1, 2;
