CREATE TABLE "notice" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"text" text NOT NULL,
	"customer_id" uuid,
	"relation_id" uuid,
	"operator_id" uuid,
	"subject_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notice_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "notice_kind" CHECK ("notice"."kind" in ('assigned', 'handoff', 'transferred', 'mention', 'reminder_due', 'send_failed', 'lead_new', 'queue_full', 'quota_stopped', 'points_warning', 'account_expired', 'export_ready', 'rule_stopped', 'timeout_return', 'scheduled_stopped', 'model_failed', 'certify_reviewed', 'webhook_failed', 'automation', 'daily_report'))
);
--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_cause" ON "notice" USING btree ("ent_id","agent_id","kind","cause");--> statement-breakpoint
CREATE INDEX "notice_agent" ON "notice" USING btree ("ent_id","agent_id","id");--> statement-breakpoint
CREATE INDEX "notice_subject" ON "notice" USING btree ("ent_id","subject_id");--> statement-breakpoint
CREATE INDEX "notice_customer" ON "notice" USING btree ("ent_id","customer_id");--> statement-breakpoint
CREATE INDEX "notice_age" ON "notice" USING btree ("created_at");--> statement-breakpoint
-- Reminders that fired before 通知中心 existed were gone with their toast; from now on a row stays until it is done. Those of the last day
-- fire once more, into 通知中心.
DELETE FROM "customer_reminder" WHERE "fired_at" < now() - interval '1 day';--> statement-breakpoint
UPDATE "customer_reminder" SET "fired_at" = NULL WHERE "fired_at" IS NOT NULL;
