-- What a delivery is beyond its first try: its kind, what happens within a status, failed tries, proof, new codes, rating.

ALTER TABLE deliveries
  ADD COLUMN kind text NOT NULL DEFAULT 'delivery' CHECK (kind IN ('delivery', 'return', 'redelivery')),
  -- Null for the phase that a status begins with.
  ADD COLUMN phase text CHECK (phase IN ('searching', 'offered', 'to_pickup', 'at_pickup', 'to_dropoff', 'at_dropoff', 'attempt_failed', 'held', 'returning')),
  ADD COLUMN attempts jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN proof jsonb,
  ADD COLUMN rating jsonb,
  ADD COLUMN pickup_reissues smallint NOT NULL DEFAULT 0,
  ADD COLUMN delivery_reissues smallint NOT NULL DEFAULT 0;

-- The recipient's page knows nothing but its token.
CREATE UNIQUE INDEX deliveries_tracking_token ON deliveries (tracking_token);
