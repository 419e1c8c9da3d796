-- Who has sent for a while can tell who has died: after a crash of the database the list of senders begins empty, and nobody may be missed before everybody had time to come back.
ALTER TABLE webhook_senders ADD COLUMN since timestamptz NOT NULL DEFAULT now();
