ALTER TABLE "enterprise" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enterprise" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enterprise" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enterprise" ADD CONSTRAINT "enterprise_closed" CHECK ("enterprise"."closed_at" is null or "enterprise"."closes_at" is not null);--> statement-breakpoint
ALTER TABLE "enterprise" ADD CONSTRAINT "enterprise_erased" CHECK ("enterprise"."erased_at" is null or "enterprise"."closed_at" is not null);