-- The platform's couriers carry for every merchant, a merchant's riders for that merchant; each in the mode they are
-- for.
CREATE OR REPLACE FUNCTION courier_carries(owner_id text, mode boolean, tenant text, live boolean) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (owner_id IS NULL OR owner_id = tenant) AND (mode IS NULL OR mode = live)
$$;
