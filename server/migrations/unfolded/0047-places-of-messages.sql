-- Who writes money beside what it changes takes the places of its messages first, so that what came of it is told after it.
GRANT USAGE ON SEQUENCE outbox_id_seq TO cottontree_app, cottontree_system;
