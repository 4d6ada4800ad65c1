ALTER TABLE "lead" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
CREATE FUNCTION lead_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT c.agent_id INTO NEW.owner_id FROM customer c WHERE c.ent_id = NEW.ent_id AND c.id = NEW.customer_id;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER lead_owner BEFORE INSERT ON "lead" FOR EACH ROW EXECUTE FUNCTION lead_owner();--> statement-breakpoint
CREATE FUNCTION customer_lead_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE lead SET owner_id = NEW.agent_id WHERE ent_id = NEW.ent_id AND customer_id = NEW.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_lead_owner AFTER UPDATE ON "customer" FOR EACH ROW
WHEN (OLD.agent_id IS DISTINCT FROM NEW.agent_id) EXECUTE FUNCTION customer_lead_owner();--> statement-breakpoint
UPDATE "lead" l SET "owner_id" = c."agent_id" FROM "customer" c WHERE c."ent_id" = l."ent_id" AND c."id" = l."customer_id" AND c."agent_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "lead_listed" ON "lead" USING btree ("ent_id","last_hit_at","id","created_at","status","kind","owner_id","relation_id","dup_of") WHERE state = 'valid' and kind <> 'wechat_copy';--> statement-breakpoint
CREATE INDEX "lead_counted" ON "lead" USING btree ("ent_id","status","owner_id","relation_id","dup_of") WHERE state = 'valid' and kind <> 'wechat_copy';--> statement-breakpoint
CREATE INDEX "lead_last_four" ON "lead" USING btree ("ent_id",right(normalised, 4)) WHERE kind = 'phone';