ALTER TABLE "automation_setting" DROP CONSTRAINT "automation_setting_key";--> statement-breakpoint
ALTER TABLE "enterprise" ADD COLUMN "automation_paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automation_setting" ADD CONSTRAINT "automation_setting_key" CHECK ("automation_setting"."key" in ('followUp', 'autoArchive', 'global'));--> statement-breakpoint
-- Enterprises that are older than 自动归档 begin with conversations from now on, so that no backlog of years is archived unasked.
INSERT INTO "automation_setting" ("ent_id", "key", "setting", "updated_at")
SELECT "id", 'autoArchive', jsonb_build_object('enabled', true, 'days', 3, 'since', now()), now() FROM "enterprise" WHERE "closed_at" IS NULL;
