-- A lock that is not there soon is given up, since all answers wait behind it; the migration is tried again (migrate.ts).
SET LOCAL lock_timeout = '2s';--> statement-breakpoint
CREATE FUNCTION point_ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A visitor's demo is deleted with its books, which are about nothing.
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM enterprise WHERE id = OLD.ent_id AND demo_ends_at IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'point_ledger is append-only';
END $$;--> statement-breakpoint
-- Charges only insert: they do not run it.
CREATE TRIGGER point_ledger_append_only BEFORE UPDATE OR DELETE ON "point_ledger" FOR EACH ROW
  EXECUTE FUNCTION point_ledger_append_only();--> statement-breakpoint
SET LOCAL lock_timeout TO DEFAULT;
