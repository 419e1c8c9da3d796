-- Folded, from what 0001 to 0060 made: money in double entry: what couriers and drawers hold, what lies in the
-- office, what merchants are owed.

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
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_tx_balances();
CREATE TRIGGER ledger_entries_courier_cash AFTER INSERT ON ledger_entries FOR EACH ROW WHEN (NEW.account LIKE 'courier_cash:%') EXECUTE FUNCTION keep_courier_cash();
