ALTER TABLE "agent" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "updated_by" uuid;