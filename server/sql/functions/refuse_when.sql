-- Ends a statement whose parts do not belong together, so that none of them stays.
CREATE OR REPLACE FUNCTION refuse_when(refused boolean, reason text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF refused THEN RAISE EXCEPTION '%', reason USING ERRCODE = 'CT001'; END IF;
  RETURN true;
END $$;
