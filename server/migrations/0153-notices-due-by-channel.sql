-- Messages to people are taken by the way they go, so that none waits for another way, and what thousands are told at once
-- stands apart in the index, so that taking a few of a huge backlog sorts none of it.
CREATE INDEX notices_due_by_channel ON notices (channel, (CASE WHEN kind IN ('event_changed', 'event_cancelled') THEN 1 ELSE 0 END), run_at) WHERE status = 'queued';
DROP INDEX notices_due;
