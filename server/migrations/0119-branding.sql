-- How a merchant's pages, papers and letters look.

CREATE TABLE merchant_branding (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  version integer NOT NULL,
  updated_at timestamptz NOT NULL,
  logo_token text,
  icon_token text,
  cover_token text,
  accent text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  phone text,
  email text,
  whatsapp text,
  returns text,
  terms_url text,
  privacy_url text,
  footer text,
  PRIMARY KEY (merchant_id, livemode)
);
SELECT guard_tenant_table('merchant_branding');
