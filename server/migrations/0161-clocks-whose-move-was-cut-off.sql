-- Whether what a test clock made due is done: a node that was killed in the midst of it leaves that to another, who takes it
-- up when the lease of the first is over. A program that runs beside a newer one knows of neither.
ALTER TABLE test_clocks ADD COLUMN settled_at timestamptz, ADD COLUMN taken_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX unsettled_test_clocks ON test_clocks (taken_at) WHERE settled_at IS DISTINCT FROM frozen_at;
