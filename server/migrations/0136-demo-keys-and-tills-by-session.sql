-- A public test key with which staff sign in at a paired till without a PIN.
ALTER TABLE api_keys ADD COLUMN demo boolean NOT NULL DEFAULT false CHECK (NOT demo OR (kind = 'public' AND NOT livemode));

-- A session that the merchant's own server begins for a till stands at none until a device took it up.
ALTER TABLE widget_sessions DROP CONSTRAINT widget_sessions_check;
ALTER TABLE widget_sessions ADD CONSTRAINT widget_sessions_bound CHECK (terminal_token_hash IS NULL OR terminal_id IS NOT NULL);
