ALTER TABLE "auth_session" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enterprise" ADD COLUMN "demo_ends_at" timestamp (3) with time zone;