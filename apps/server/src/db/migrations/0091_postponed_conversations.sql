ALTER TABLE "notice" DROP CONSTRAINT "notice_kind";--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "postponed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_message" ADD COLUMN "confirmed_words" text[];--> statement-breakpoint
CREATE INDEX "customer_postpone_due" ON "customer" USING btree ("postponed_until") WHERE postponed_until is not null;--> statement-breakpoint
CREATE INDEX "customer_postponed" ON "customer" USING btree ("ent_id","agent_id") WHERE postponed_until is not null or returned_at is not null;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_postponed" CHECK (("customer"."postponed_until" is null and "customer"."returned_at" is null) or ("customer"."agent_id" is not null and not "customer"."archive"));--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_kind" CHECK ("notice"."kind" in ('assigned', 'handoff', 'transferred', 'mention', 'reminder_due', 'postpone_due', 'send_failed', 'lead_new', 'queue_full', 'quota_stopped', 'points_warning', 'account_expired', 'export_ready', 'rule_stopped', 'timeout_return', 'scheduled_stopped', 'model_failed', 'certify_reviewed', 'webhook_failed', 'automation', 'daily_report'));--> statement-breakpoint
-- 稍后处理 is the owner's, and of open conversations. A node of the version before changes owner and archive alone.
CREATE FUNCTION customer_postpone_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.postponed_until := NULL;
  NEW.returned_at := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_postpone_end BEFORE UPDATE ON "customer" FOR EACH ROW
  WHEN ((NEW.postponed_until IS NOT NULL OR NEW.returned_at IS NOT NULL)
    AND (NEW.archive OR NEW.agent_id IS DISTINCT FROM OLD.agent_id))
  EXECUTE FUNCTION customer_postpone_end();
