-- Held until the bundle is written, so that nobody deletes a component, or makes a bundle of it, at the same moment.
CREATE OR REPLACE FUNCTION keep_components_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM variants v
  JOIN products p ON p.merchant_id = v.merchant_id AND p.livemode = v.livemode AND p.id = v.product_id
  WHERE v.merchant_id = NEW.merchant_id AND v.livemode = NEW.livemode AND v.id = NEW.variant_id
    AND v.deleted_at IS NULL AND p.deleted_at IS NULL AND p.type <> 'bundle'
  FOR SHARE OF p, v;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A component of a bundle is something that is sold, and no bundle.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bundle_components_sold';
  END IF;
  RETURN NULL;
END $$;
