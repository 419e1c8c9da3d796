-- How a merchant is reached, told by itself.
ALTER TABLE merchants ADD COLUMN phone text, ADD COLUMN address text, ADD COLUMN version integer NOT NULL DEFAULT 1;
