ALTER TABLE "attachment" ADD COLUMN "codes" text[];--> statement-breakpoint
ALTER TABLE "automation_rule" ADD COLUMN "interval_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_rule" ADD CONSTRAINT "automation_rule_interval" CHECK ("automation_rule"."interval_minutes" between 0 and 43200);