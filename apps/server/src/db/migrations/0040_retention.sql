ALTER TABLE "enterprise" ADD COLUMN "retention_days" integer DEFAULT 3650 NOT NULL;--> statement-breakpoint
-- Enterprises that exist keep the longest period until they choose one: nothing is deleted by an upgrade. New ones begin with the default.
ALTER TABLE "enterprise" ALTER COLUMN "retention_days" SET DEFAULT 1095;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "purged_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "session_unpurged" ON "session" USING btree ("ent_id","start_at") WHERE purged_at is null and end_at is not null;--> statement-breakpoint
ALTER TABLE "enterprise" ADD CONSTRAINT "enterprise_retention" CHECK ("enterprise"."retention_days" between 90 and 3650);