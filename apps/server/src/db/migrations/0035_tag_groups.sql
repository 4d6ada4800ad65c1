ALTER TABLE "customer_tag" ADD COLUMN "single_group_id" uuid;--> statement-breakpoint
ALTER TABLE "tag_group" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tag_group" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "tag_group" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "customer_tag_bound" ON "customer_tag" USING btree ("ent_id","bound_at","tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_tag_single" ON "customer_tag" USING btree ("ent_id","customer_id","single_group_id") WHERE single_group_id is not null;--> statement-breakpoint
-- Share locks: the group cannot become single-choice, nor the tag change its group, before the binding transaction ends.
CREATE FUNCTION customer_tag_single() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT CASE WHEN g.is_single THEN g.id END INTO NEW.single_group_id
	FROM tag t JOIN tag_group g ON g.ent_id = t.ent_id AND g.id = t.group_id
	WHERE t.ent_id = NEW.ent_id AND t.id = NEW.tag_id FOR SHARE OF t, g;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_tag_single BEFORE INSERT ON "customer_tag" FOR EACH ROW EXECUTE FUNCTION customer_tag_single();--> statement-breakpoint
UPDATE "customer_tag" b SET "single_group_id" = w."group_id" FROM (
	SELECT b."ent_id", b."customer_id", b."tag_id", t."group_id", count(*) OVER (PARTITION BY b."ent_id", b."customer_id", t."group_id") AS held
	FROM "customer_tag" b JOIN "tag" t ON t."ent_id" = b."ent_id" AND t."id" = b."tag_id"
		JOIN "tag_group" g ON g."ent_id" = t."ent_id" AND g."id" = t."group_id" AND g."is_single"
) w WHERE w.held = 1 AND b."ent_id" = w."ent_id" AND b."customer_id" = w."customer_id" AND b."tag_id" = w."tag_id";
