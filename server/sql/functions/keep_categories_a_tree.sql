-- Keeps the tree a tree of at most 8 levels whoever moves what at the same moment: one at a time looks at it, with new
-- eyes.
CREATE OR REPLACE FUNCTION keep_categories_a_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  above text := NEW.parent_id;
  levels integer := 1;
  below integer;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.parent_id IS NOT DISTINCT FROM OLD.parent_id
    AND NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at
  THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('categories ' || NEW.merchant_id || NEW.livemode, 0));
  IF NEW.deleted_at IS NOT NULL THEN
    IF EXISTS (
      SELECT FROM categories c
      WHERE c.merchant_id = NEW.merchant_id AND c.livemode = NEW.livemode AND c.parent_id = NEW.id
        AND c.deleted_at IS NULL
    ) THEN
      RAISE EXCEPTION 'The category has categories below it.'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_not_empty';
    END IF;
    RETURN NEW;
  END IF;
  WHILE above IS NOT NULL LOOP
    levels := levels + 1;
    IF above = NEW.id OR levels > 8 THEN
      RAISE EXCEPTION 'The category would lie below itself, or deeper than 8 levels.'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_tree';
    END IF;
    SELECT c.parent_id INTO above FROM categories c
    WHERE c.merchant_id = NEW.merchant_id AND c.livemode = NEW.livemode AND c.id = above AND c.deleted_at IS NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The category above is gone.'
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'categories_parent_gone';
    END IF;
  END LOOP;
  WITH RECURSIVE tree AS (
    SELECT NEW.id AS id, 0 AS level
    UNION ALL
    SELECT c.id, t.level + 1 FROM tree t
    JOIN categories c
      ON c.merchant_id = NEW.merchant_id AND c.livemode = NEW.livemode AND c.parent_id = t.id AND c.deleted_at IS NULL
    WHERE t.level < 8
  )
  SELECT max(level) INTO below FROM tree;
  IF levels + below > 8 THEN
    RAISE EXCEPTION 'The category would lie below itself, or deeper than 8 levels.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_tree';
  END IF;
  RETURN NEW;
END $$;
