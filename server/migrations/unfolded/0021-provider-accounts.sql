-- Merchants' own accounts with payment providers.

CREATE TABLE provider_accounts (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- Rises with every change.
  version integer NOT NULL,
  provider text NOT NULL CHECK (provider IN ('monime', 'orange_money', 'mtn_momo', 'stripe', 'generic_http')),
  name text,
  status text NOT NULL CHECK (status IN ('active', 'paused')),
  -- For what it is used; each of them one that the provider serves.
  channels text[] NOT NULL,
  -- The lowest is tried first.
  priority integer NOT NULL CHECK (priority BETWEEN 0 AND 1000),
  -- An object of texts, sealed.
  credentials bytea NOT NULL,
  -- The last four characters of each, by name, for people to tell them apart.
  credential_hints jsonb NOT NULL,
  settings jsonb NOT NULL,
  -- Where payouts from the account go.
  payout_destination jsonb,
  -- In the address that the provider calls.
  callback_token text NOT NULL,
  checked_at timestamptz,
  healthy boolean,
  health_message text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Payments under way are still followed with it, for a while; nobody sees it any more.
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK ((checked_at IS NULL) = (healthy IS NULL))
);
CREATE UNIQUE INDEX provider_accounts_callback ON provider_accounts (provider, callback_token);
CREATE INDEX provider_accounts_deleted ON provider_accounts (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT guard_tenant_table('provider_accounts');
