-- Who waited for a place of an event that was cancelled was left waiting.
UPDATE waitlist_entries w SET version = w.version + 1, status = 'expired', updated_at = e.cancelled_at
FROM events e
WHERE e.merchant_id = w.merchant_id AND e.livemode = w.livemode AND e.id = w.event_id
  AND e.status = 'cancelled' AND w.status = 'waiting';
