-- What a bundle has as a component is neither deleted nor made a bundle itself.
CREATE OR REPLACE FUNCTION refuse_while_in_bundle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM variants v
    JOIN bundle_components c ON c.merchant_id = v.merchant_id AND c.livemode = v.livemode AND c.variant_id = v.id
    JOIN products b
      ON b.merchant_id = c.merchant_id AND b.livemode = c.livemode AND b.id = c.product_id AND b.deleted_at IS NULL
    WHERE v.merchant_id = NEW.merchant_id AND v.livemode = NEW.livemode
      AND CASE TG_TABLE_NAME WHEN 'variants' THEN v.id = NEW.id ELSE v.product_id = NEW.id END
  ) THEN
    RAISE EXCEPTION 'A bundle has it as a component.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bundle_components_needed';
  END IF;
  RETURN NULL;
END $$;
