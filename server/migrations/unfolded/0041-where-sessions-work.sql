-- Addresses from which a session may be used, where its maker said so; null: those of the key that began it.
ALTER TABLE widget_sessions ADD COLUMN ip_ranges text[];
