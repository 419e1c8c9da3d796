-- Credit notes that follow the money they send back.

ALTER TABLE credit_notes
  -- Rises with every change.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- The last message's number.
  ADD COLUMN sequence integer NOT NULL DEFAULT 1,
  -- none: nothing goes back. kept: what could not be sent back stays with the merchant as the customer's credit.
  ADD COLUMN refund_status text NOT NULL DEFAULT 'pending' CHECK (refund_status IN ('none', 'pending', 'returned', 'failed', 'kept')),
  -- What of amount_refunded has arrived.
  ADD COLUMN amount_returned bigint NOT NULL DEFAULT 0 CHECK (amount_returned >= 0),
  -- When its refunds were looked at last, by the wall clock.
  ADD COLUMN checked_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

-- How far the money of each is by now; what is under way still is followed from here on.
UPDATE credit_notes SET updated_at = created_at, refund_status = CASE amount_refunded WHEN 0 THEN 'none' ELSE 'pending' END;
UPDATE credit_notes d SET refunds = s.refunds, amount_returned = s.returned, refund_status = CASE WHEN s.waiting THEN 'pending' WHEN s.returned = d.amount_refunded THEN 'returned' ELSE 'failed' END
FROM (
  SELECT n.merchant_id, n.livemode, n.id, jsonb_agg(one || jsonb_build_object('status', r.status, 'failure', r.failure) ORDER BY place) AS refunds,
    coalesce(sum(r.amount) FILTER (WHERE r.status = 'succeeded'), 0)::bigint AS returned, bool_or(r.status = 'pending') AS waiting
  FROM credit_notes n CROSS JOIN LATERAL jsonb_array_elements(n.refunds) WITH ORDINALITY AS e (one, place)
  JOIN refunds r ON r.merchant_id = n.merchant_id AND r.livemode = n.livemode AND r.id = one->>'refund_id'
  GROUP BY n.merchant_id, n.livemode, n.id
) s WHERE d.merchant_id = s.merchant_id AND d.livemode = s.livemode AND d.id = s.id;

ALTER TABLE credit_notes ADD CHECK (amount_returned <= amount_refunded AND (refund_status <> 'returned' OR amount_returned = amount_refunded));
CREATE INDEX credit_notes_following ON credit_notes (checked_at) WHERE refund_status = 'pending' AND amount_refunded > 0;
CREATE INDEX invoices_due_date ON invoices (merchant_id, livemode, due_date, id);
