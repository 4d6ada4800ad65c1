DROP INDEX "customer_tag_bound";--> statement-breakpoint
ALTER TABLE "customer_tag" ADD COLUMN "customer_no" integer;--> statement-breakpoint
-- A customer without a number is numbered later, together with its bindings.
CREATE FUNCTION customer_tag_no() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT n.no INTO NEW.customer_no FROM customer_no n WHERE n.ent_id = NEW.ent_id AND n.customer_id = NEW.customer_id;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_tag_no BEFORE INSERT ON "customer_tag" FOR EACH ROW EXECUTE FUNCTION customer_tag_no();--> statement-breakpoint
UPDATE "customer_tag" t SET "customer_no" = n."no" FROM "customer_no" n WHERE n."ent_id" = t."ent_id" AND n."customer_id" = t."customer_id";--> statement-breakpoint
CREATE INDEX "customer_tag_bound" ON "customer_tag" USING btree ("ent_id","bound_at","tag_id","customer_no");
