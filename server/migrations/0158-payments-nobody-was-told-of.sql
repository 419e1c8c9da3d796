-- Payments for deliveries that succeeded, among which those are looked for that their delivery never heard of: a program
-- that runs beside a newer one knows of no deliveries that are paid.
CREATE INDEX payment_ends_of_deliveries ON payment_ends (at) WHERE subject_kind = 'delivery' AND status = 'succeeded';
