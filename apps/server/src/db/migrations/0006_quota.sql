ALTER TABLE "customer" ALTER COLUMN "quota_closed" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "customer" ALTER COLUMN "quota_closed" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "customer" ALTER COLUMN "quota_closed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_quota_closed" CHECK ("customer"."quota_closed" in ('quota_exhausted', 'window_closed'));