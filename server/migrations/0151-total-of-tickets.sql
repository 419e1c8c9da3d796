CREATE TRIGGER tickets_listed AFTER INSERT ON tickets REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed_of_events();
CREATE TRIGGER tickets_unlisted AFTER DELETE ON tickets REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed_of_events();
INSERT INTO list_totals SELECT merchant_id, livemode, 'tickets', event_id, count(*) FROM tickets GROUP BY 1, 2, 4;
