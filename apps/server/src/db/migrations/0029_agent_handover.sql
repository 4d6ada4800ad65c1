ALTER TABLE "agent" ADD COLUMN "handover_agent_id" uuid;--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "disabled_by" uuid;--> statement-breakpoint
ALTER TABLE "role" ADD COLUMN "account_scope" uuid[];--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_handover_fk" FOREIGN KEY ("ent_id","handover_agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_disabled" ON "agent" USING btree ("ent_id","id") WHERE not enabled;--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_handover" CHECK (not "agent"."enabled" or "agent"."handover_agent_id" is null);