ALTER TABLE "automation_setting" DROP CONSTRAINT "automation_setting_key";--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "lead_push" jsonb;--> statement-breakpoint
ALTER TABLE "automation_setting" ADD CONSTRAINT "automation_setting_key" CHECK ("automation_setting"."key" in ('followUp', 'autoArchive', 'leadPush', 'global'));