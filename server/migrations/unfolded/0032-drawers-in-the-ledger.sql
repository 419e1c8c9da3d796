-- Each drawer's cash has an account of its own from now on, cash_drawer:<session>. What the open ones hold is carried there:
-- what sales brought and refunds took lies on cash_drawer, floats and movements were in no account.
INSERT INTO ledger_tx (merchant_id, livemode, id, kind, subject, created_at)
SELECT s.merchant_id, s.livemode, 'ltx_' || s.id || '_carried', 'cash.carried', s.id, now() FROM cash_sessions s
WHERE s.status <> 'closed' AND EXISTS (SELECT FROM cash_entries e WHERE e.merchant_id = s.merchant_id AND e.livemode = s.livemode AND e.session_id = s.id AND e.tender = 'cash' GROUP BY (e.kind IN ('sale', 'refund', 'void')) HAVING sum(e.amount_minor) <> 0);

INSERT INTO ledger_entries (merchant_id, livemode, tx_id, account, amount, currency, created_at)
SELECT t.merchant_id, t.livemode, t.id, g.account, g.amount, s.currency, t.created_at
FROM ledger_tx t JOIN cash_sessions s ON s.merchant_id = t.merchant_id AND s.livemode = t.livemode AND t.id = 'ltx_' || s.id || '_carried'
CROSS JOIN LATERAL (
  SELECT coalesce(sum(e.amount_minor), 0)::bigint AS held, coalesce(sum(e.amount_minor) FILTER (WHERE e.kind IN ('sale', 'refund', 'void')), 0)::bigint AS sold
  FROM cash_entries e WHERE e.merchant_id = s.merchant_id AND e.livemode = s.livemode AND e.session_id = s.id AND e.tender = 'cash') AS e
CROSS JOIN LATERAL (VALUES ('cash_drawer:' || s.id, e.held), ('cash_drawer', -e.sold), ('cash_safe', e.sold - e.held)) AS g (account, amount)
WHERE g.amount <> 0;
