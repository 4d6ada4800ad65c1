DROP INDEX "audit_at";--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "agent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "object_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "before" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "after" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "ip" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_agent" ON "audit" USING btree ("ent_id","agent_id","id");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("ent_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");