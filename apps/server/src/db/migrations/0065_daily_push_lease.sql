ALTER TABLE "daily_push" ADD COLUMN "busy_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "daily_push" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_push" ADD COLUMN "owed" jsonb DEFAULT '[]'::jsonb NOT NULL;