-- Idempotency-Keys stand behind the space of whoever sends them; secret keys share the one without a name. Between the two
-- is a blank, which no header can hold: so nobody writes into another's space by the form of a key.
UPDATE idempotency_keys SET key = regexp_replace(key, '^((?:drv|usr)_[0-9a-z]{26}|mch_[0-9a-z]{26}:(?:live|test)):', '\1 ')
WHERE key ~ '^((drv|usr)_[0-9a-z]{26}|mch_[0-9a-z]{26}:(live|test)):';

-- The key at the beginning of its rotations; null: itself. What is shown once is shown again to nobody else.
ALTER TABLE api_keys ADD COLUMN family text;
