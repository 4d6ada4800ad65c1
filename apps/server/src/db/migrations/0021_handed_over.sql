DROP INDEX "customer_owner";--> statement-breakpoint
DROP INDEX "customer_latest";--> statement-breakpoint
ALTER TABLE "reception_plan" ALTER COLUMN "assign_mode" SET DEFAULT 'idle';--> statement-breakpoint
ALTER TABLE "ai_handoff" ADD COLUMN "request_answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "handoff_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "customer_owner" ON "customer" USING btree ("ent_id","agent_id","archive","last_message_at","id","relation_id","reception_type","ai_off_reason","waiting_since","handoff_at","lead_status","by_ad","last_outbound_status","last_inbound_at","inbound_count","tag_ids");--> statement-breakpoint
CREATE INDEX "customer_latest" ON "customer" USING btree ("ent_id","archive","last_message_at","id","agent_id","relation_id","reception_type","ai_off_reason","waiting_since","handoff_at","lead_status","by_ad","last_outbound_status","last_inbound_at","inbound_count","tag_ids");--> statement-breakpoint
DROP TRIGGER customer_touch_changed ON "customer";--> statement-breakpoint
CREATE TRIGGER customer_touch_changed AFTER UPDATE ON "customer" FOR EACH ROW
WHEN (OLD.agent_id IS DISTINCT FROM NEW.agent_id OR OLD.archive <> NEW.archive OR OLD.relation_id <> NEW.relation_id
	OR OLD.reception_type <> NEW.reception_type OR OLD.ai_off_reason IS DISTINCT FROM NEW.ai_off_reason
	OR (OLD.waiting_since IS NULL) <> (NEW.waiting_since IS NULL) OR (OLD.handoff_at IS NULL) <> (NEW.handoff_at IS NULL)
	OR (OLD.lead_status IS NULL) <> (NEW.lead_status IS NULL)
	OR OLD.by_ad <> NEW.by_ad OR OLD.last_outbound_status IS DISTINCT FROM NEW.last_outbound_status
	OR OLD.inbound_count <> NEW.inbound_count OR OLD.last_inbound_at IS DISTINCT FROM NEW.last_inbound_at OR OLD.tag_ids <> NEW.tag_ids)
EXECUTE FUNCTION customer_touch();
