-- Money in double entry: what couriers hold, what lies in the office, what merchants are owed. And claims.

CREATE TABLE ledger_tx (
  -- `platform` for what concerns no merchant: shortages, surpluses.
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  -- What it is about: a job number, a claim.
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE INDEX ledger_tx_subject ON ledger_tx (merchant_id, livemode, subject);
SELECT guard_tenant_table('ledger_tx');

CREATE TABLE ledger_entries (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  tx_id text NOT NULL,
  account text NOT NULL,
  -- Minor units; positive is debit, negative is credit.
  amount bigint NOT NULL CHECK (amount <> 0),
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, tx_id, account),
  FOREIGN KEY (merchant_id, livemode, tx_id) REFERENCES ledger_tx (merchant_id, livemode, id)
);
CREATE INDEX ledger_entries_list ON ledger_entries (merchant_id, livemode, created_at, tx_id, account);
CREATE INDEX ledger_entries_account ON ledger_entries (merchant_id, livemode, account, created_at);
SELECT guard_tenant_table('ledger_entries');
-- What was written stays: a mistake is set right by another transaction.
REVOKE UPDATE, DELETE ON ledger_tx, ledger_entries FROM cottontree_app, cottontree_system;

-- What was collected before there was a ledger, as if it had been posted then: before the triggers below are there,
-- which would look at every row for itself, and before anything locks the deliveries.
WITH steps AS (
  SELECT d.merchant_id, d.livemode, d.job_number AS subject, 'ltx_' || d.job_number || '_' || s.step AS id, 'cod.' || s.step AS kind, d.cod_amount AS amount, d.currency,
    'courier_cash:' || coalesce(d.driver_id, 'none') AS courier, s.step, coalesce(CASE s.step WHEN 'collected' THEN d.delivered_at ELSE d.completed_at END, d.updated_at) AS created_at
  FROM deliveries d JOIN (VALUES ('collected', 1), ('deposited', 2), ('settled', 3)) AS s (step, place)
    ON s.place <= CASE d.cod_status WHEN 'collected' THEN 1 WHEN 'disputed' THEN 1 WHEN 'deposited' THEN 2 WHEN 'settled' THEN 3 ELSE 0 END
  WHERE d.cod_amount > 0
), made AS (
  INSERT INTO ledger_tx (merchant_id, livemode, id, kind, subject, created_at) SELECT merchant_id, livemode, id, kind, subject, created_at FROM steps
)
INSERT INTO ledger_entries (merchant_id, livemode, tx_id, account, amount, currency, created_at)
SELECT p.merchant_id, p.livemode, p.id, e.account, e.amount, p.currency, p.created_at FROM steps p CROSS JOIN LATERAL (VALUES
  (CASE p.step WHEN 'collected' THEN p.courier WHEN 'deposited' THEN 'office_cash' ELSE 'merchant_payable' END, p.amount),
  (CASE p.step WHEN 'collected' THEN 'merchant_payable' WHEN 'deposited' THEN p.courier ELSE 'office_cash' END, -p.amount)) AS e (account, amount);
INSERT INTO courier_cash (driver_id, merchant_id, livemode, amount)
SELECT substr(account, 14), merchant_id, livemode, sum(amount) FROM ledger_entries WHERE account LIKE 'courier_cash:%' GROUP BY 1, 2, 3;

-- No transaction commits whose entries do not add up to nothing, in each currency.
CREATE FUNCTION ledger_tx_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger_entries e WHERE e.merchant_id = NEW.merchant_id AND e.livemode = NEW.livemode AND e.tx_id = NEW.tx_id
    GROUP BY e.currency HAVING sum(e.amount) <> 0;
  IF FOUND THEN RAISE EXCEPTION 'The ledger transaction % does not balance.', NEW.tx_id USING ERRCODE = 'CT002'; END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_tx_balances();

-- The app role writes into the ledger of its merchant, but may not see what a courier holds of others.
CREATE FUNCTION keep_courier_cash() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO courier_cash (driver_id, merchant_id, livemode, amount) VALUES (substr(NEW.account, 14), NEW.merchant_id, NEW.livemode, NEW.amount)
  ON CONFLICT (driver_id, merchant_id, livemode) DO UPDATE SET amount = courier_cash.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_courier_cash AFTER INSERT ON ledger_entries FOR EACH ROW WHEN (NEW.account LIKE 'courier_cash:%') EXECUTE FUNCTION keep_courier_cash();

-- What a courier hands in and another person counts. It may hold the cash of several merchants.
CREATE TABLE cash_deposits (
  id text PRIMARY KEY,
  driver_id text NOT NULL REFERENCES drivers (id),
  livemode boolean NOT NULL,
  client_id text,
  status text NOT NULL CHECK (status IN ('declared', 'counted', 'disputed', 'resolved')),
  currency text NOT NULL,
  declared bigint NOT NULL CHECK (declared > 0),
  declared_at timestamptz NOT NULL,
  note text,
  counted bigint CHECK (counted >= 0),
  counted_by text,
  counted_at timestamptz,
  count_note text,
  resolved_by text,
  resolved_at timestamptz,
  resolution text
);
CREATE UNIQUE INDEX cash_deposits_client_id ON cash_deposits (driver_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX cash_deposits_list ON cash_deposits (declared_at, id);
GRANT SELECT, INSERT, UPDATE ON cash_deposits TO cottontree_system;

CREATE TABLE cash_deposit_jobs (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  job_number text NOT NULL,
  deposit_id text NOT NULL REFERENCES cash_deposits (id),
  amount bigint NOT NULL CHECK (amount > 0),
  -- A job's cash is handed in once.
  PRIMARY KEY (merchant_id, livemode, job_number),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE INDEX cash_deposit_jobs_deposit ON cash_deposit_jobs (deposit_id);
SELECT guard_tenant_table('cash_deposit_jobs');

-- What a merchant was paid of the cash collected for it.
CREATE TABLE settlements (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  currency text NOT NULL,
  cash bigint NOT NULL,
  fees bigint NOT NULL,
  claims bigint NOT NULL,
  paid bigint NOT NULL,
  reference text,
  settled_by text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE INDEX settlements_list ON settlements (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('settlements');

CREATE TABLE settlement_jobs (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  job_number text NOT NULL,
  settlement_id text NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (merchant_id, livemode, job_number),
  FOREIGN KEY (merchant_id, livemode, settlement_id) REFERENCES settlements (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE INDEX settlement_jobs_settlement ON settlement_jobs (merchant_id, livemode, settlement_id);
SELECT guard_tenant_table('settlement_jobs');

CREATE TABLE claims (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  job_number text NOT NULL,
  type text NOT NULL CHECK (type IN ('damaged', 'lost', 'missing', 'late', 'overcharged')),
  status text NOT NULL CHECK (status IN ('open', 'approved', 'rejected', 'withdrawn')),
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- What of it is covered at most.
  covered bigint NOT NULL CHECK (covered >= 0),
  note text,
  photos text[] NOT NULL,
  approved bigint,
  decided_by text,
  decision text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- With which settlement it was paid.
  settlement_id text,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, settlement_id) REFERENCES settlements (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE UNIQUE INDEX claims_open ON claims (merchant_id, livemode, job_number, type) WHERE status = 'open';
CREATE UNIQUE INDEX claims_id ON claims (id);
CREATE INDEX claims_to_pay ON claims (merchant_id, livemode) WHERE status = 'approved' AND settlement_id IS NULL;
CREATE INDEX claims_list ON claims (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('claims');

CREATE INDEX deliveries_cash ON deliveries (driver_id, merchant_id, livemode) WHERE cod_status IN ('collected', 'disputed');
CREATE INDEX deliveries_deposited ON deliveries (merchant_id, livemode, delivered_at) WHERE cod_status = 'deposited';
