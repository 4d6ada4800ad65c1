ALTER TABLE "card_rule_log" ADD COLUMN "occasion" text NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "media_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "is_reviewed_again" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "card_rule_log_occasion" ON "card_rule_log" USING btree ("ent_id","customer_id","occasion","rule_id");--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_reviewed_again" CHECK (not "material"."is_reviewed_again" or "material"."audit_status" = 'passed');