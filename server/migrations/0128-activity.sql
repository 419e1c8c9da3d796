-- What was done tells by which request, with what browser, and whether it is known how it ended; sessions tell the browser.

ALTER TABLE activity ADD COLUMN request_id text NOT NULL DEFAULT '';
ALTER TABLE activity ADD COLUMN agent text NOT NULL DEFAULT '';
-- False while it is under way, and for ever where nobody lived to say how it ended.
ALTER TABLE activity ADD COLUMN done boolean NOT NULL DEFAULT true;
CREATE INDEX activity_thing ON activity (merchant_id, livemode, thing, at, id) WHERE thing IS NOT NULL;

ALTER TABLE sessions ADD COLUMN agent text NOT NULL DEFAULT '';
