-- All entries of a ledger transaction are written by one statement, so the statement is asked whether they balance, once
-- for all that it writes. Each entry asked at the commit before, and read its transaction anew: a fifth of what the
-- database did to sell a ticket for cash.
DROP TRIGGER ledger_entries_balance ON ledger_entries;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_postings_balance();
