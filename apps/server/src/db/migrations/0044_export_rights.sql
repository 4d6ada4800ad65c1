ALTER TABLE "export_job" ADD COLUMN "rights" jsonb;--> statement-breakpoint
ALTER TABLE "export_job" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
-- Several of an enterprise may run at this moment: they begin again, one after the other.
UPDATE "export_job" SET "asked_at" = "created_at", "status" = CASE "status" WHEN 'running' THEN 'waiting' ELSE "status" END;--> statement-breakpoint
ALTER TABLE "export_job" ALTER COLUMN "asked_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "export_job" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "export_job_running" ON "export_job" USING btree ("ent_id") WHERE status = 'running';