CREATE TRIGGER ticket_orders_listed AFTER INSERT ON ticket_orders REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER ticket_orders_unlisted AFTER DELETE ON ticket_orders REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
INSERT INTO list_totals SELECT merchant_id, livemode, 'ticket_orders', '', count(*) FROM ticket_orders GROUP BY 1, 2;
