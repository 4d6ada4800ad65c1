ALTER TABLE "channel_account" ADD COLUMN "first_bound_at" timestamp (3) with time zone;--> statement-breakpoint
-- Builds since 0100 kept the binding in bound_at; no release did.
UPDATE "channel_account" SET "first_bound_at" = "bound_at", "bound_at" = "authorised_at"
WHERE "authorised_at" > "bound_at";
