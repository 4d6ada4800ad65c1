ALTER TABLE "flow_run" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "flow_version" ADD COLUMN "turns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "flow_run_started" ON "flow_run" USING btree ("ent_id","started_at");--> statement-breakpoint
CREATE INDEX "flow_run_running" ON "flow_run" USING btree ("ent_id","flow_id") WHERE ended_at is null;