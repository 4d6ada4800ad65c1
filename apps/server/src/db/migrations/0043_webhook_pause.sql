DROP INDEX "webhook_delivery_log";--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("ent_id","webhook_id",coalesce(last_at, created_at),"id");