CREATE TABLE "reply_suggestion" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"agent_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid,
	CONSTRAINT "reply_suggestion_ent_id_customer_id_seq_pk" PRIMARY KEY("ent_id","customer_id","seq")
);
--> statement-breakpoint
ALTER TABLE "stat_sum" ADD COLUMN "suggestions_offered" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stat_sum" ADD COLUMN "suggestions_taken" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reply_suggestion" ADD CONSTRAINT "reply_suggestion_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reply_suggestion_at" ON "reply_suggestion" USING btree ("ent_id","at");--> statement-breakpoint
CREATE TRIGGER reply_suggestion_stat_insert AFTER INSERT ON "reply_suggestion" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stat_mark_at();--> statement-breakpoint
CREATE TRIGGER reply_suggestion_stat_update AFTER UPDATE ON "reply_suggestion" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stat_mark_at();--> statement-breakpoint
CREATE TRIGGER reply_suggestion_stat_delete AFTER DELETE ON "reply_suggestion" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stat_mark_at();--> statement-breakpoint
-- Who may reply gets the help of the AI; it is switched off per role.
UPDATE "role" SET "permissions" = array_append("permissions", 'im:aiAssist')
WHERE 'im:replyCustomer' = ANY("permissions") AND NOT 'im:aiAssist' = ANY("permissions");
