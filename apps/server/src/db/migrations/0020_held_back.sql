CREATE TABLE "held_back" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"times" timestamp (3) with time zone[] NOT NULL,
	"noticed_at" timestamp (3) with time zone,
	CONSTRAINT "held_back_ent_id_relation_id_kind_pk" PRIMARY KEY("ent_id","relation_id","kind")
);
--> statement-breakpoint
ALTER TABLE "automation_log" DROP CONSTRAINT "automation_log_result";--> statement-breakpoint
ALTER TABLE "channel_history" DROP CONSTRAINT "channel_history_kind";--> statement-breakpoint
ALTER TABLE "channel_day" ADD COLUMN "held_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer_message" ADD COLUMN "is_unprompted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "held_back" ADD CONSTRAINT "held_back_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_log" ADD CONSTRAINT "automation_log_result" CHECK ("automation_log"."result" in ('sent', 'skipped', 'blocked', 'failed'));--> statement-breakpoint
ALTER TABLE "channel_history" ADD CONSTRAINT "channel_history_kind" CHECK ("channel_history"."kind" in ('auth', 'mode', 'send_failed', 'held_back', 'setting', 'unbind', 'kos'));--> statement-breakpoint
-- 欢迎语 has at most three parts; further ones could never be sent.
UPDATE "channel_account" SET "setting" = jsonb_set("setting", '{welcome,parts}', (
  SELECT jsonb_agg(part ORDER BY no) FROM jsonb_array_elements("setting" #> '{welcome,parts}') WITH ORDINALITY AS p(part, no) WHERE no <= 3
)) WHERE jsonb_array_length("setting" #> '{welcome,parts}') > 3;
