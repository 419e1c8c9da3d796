-- Keys of the fields that a link asked once and asks no more: answers stand by them in payments, until their payer is
-- forgotten. A change that takes fields away adds their keys.
ALTER TABLE payment_links ADD COLUMN asked_before text[] NOT NULL DEFAULT '{}';
