-- What tells one state of what tills keep from every other, also where numbers are given out again: after a restore, after
-- a fail-over that lost the last of them, after test data was erased. The default writes one into each row that there is.
ALTER TABLE till_feeds ADD COLUMN mark uuid NOT NULL DEFAULT gen_random_uuid();
CREATE TRIGGER till_feeds_marked BEFORE UPDATE ON till_feeds FOR EACH ROW EXECUTE FUNCTION mark_till_feed();
