-- Of which trace a fact is part, and with it its message: traceparent and tracestate of the request that made it true,
-- with a space between them. Most come with none.
ALTER TABLE outbox ADD COLUMN trace text;
ALTER TABLE webhook_messages ADD COLUMN trace text;
