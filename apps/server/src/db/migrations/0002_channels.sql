CREATE TABLE "channel_account" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"account_type" text NOT NULL,
	"parent_id" uuid,
	"platform_id" text NOT NULL,
	"bind_code" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"avatar" text DEFAULT '' NOT NULL,
	"open_status" text NOT NULL,
	"ad_status" text DEFAULT 'none' NOT NULL,
	"reception_mode" text DEFAULT 'open' NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"tokens" "bytea",
	"access_ends_at" timestamp (3) with time zone,
	"refresh_ends_at" timestamp (3) with time zone,
	"renewals" integer DEFAULT 0 NOT NULL,
	"keep_at" timestamp (3) with time zone,
	"keep_failures" integer DEFAULT 0 NOT NULL,
	"setting" jsonb NOT NULL,
	"last_error" text,
	"last_error_at" timestamp (3) with time zone,
	"last_in_at" timestamp (3) with time zone,
	"last_out_at" timestamp (3) with time zone,
	"bound_by" uuid,
	"bound_at" timestamp (3) with time zone NOT NULL,
	"unbound_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channel_account_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "channel_account_source" CHECK ("channel_account"."source" in ('redbook', 'douyin')),
	CONSTRAINT "channel_account_type" CHECK ("channel_account"."account_type" in ('CORP', 'KOS')),
	CONSTRAINT "channel_account_kos" CHECK (("channel_account"."account_type" = 'KOS') = ("channel_account"."parent_id" is not null)),
	CONSTRAINT "channel_account_open_status" CHECK ("channel_account"."open_status" in ('pending', 'open', 'expiring', 'needs_reauth', 'unbound')),
	CONSTRAINT "channel_account_unbound" CHECK (("channel_account"."open_status" = 'unbound') = ("channel_account"."unbound_at" is not null)),
	CONSTRAINT "channel_account_ad_status" CHECK ("channel_account"."ad_status" in ('active', 'no_spend', 'none')),
	CONSTRAINT "channel_account_reception_mode" CHECK ("channel_account"."reception_mode" in ('open', 'close')),
	CONSTRAINT "channel_account_renewals" CHECK ("channel_account"."renewals" >= 0)
);
--> statement-breakpoint
CREATE TABLE "channel_app_token" (
	"source" text PRIMARY KEY NOT NULL,
	"tokens" "bytea" NOT NULL,
	"access_ends_at" timestamp (3) with time zone NOT NULL,
	"refresh_ends_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_attempt" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"source" text NOT NULL,
	"pre_code_hash" "bytea" NOT NULL,
	"req_page" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"code" "bytea",
	"relation_id" uuid,
	"fail_kind" text,
	"fail_text" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channel_attempt_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "channel_attempt_state" CHECK ("channel_attempt"."state" in ('waiting', 'returned', 'declined', 'opened', 'failed')),
	CONSTRAINT "channel_attempt_opened" CHECK (("channel_attempt"."state" = 'opened') = ("channel_attempt"."relation_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "channel_day" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"strangers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_day_ent_id_relation_id_day_pk" PRIMARY KEY("ent_id","relation_id","day")
);
--> statement-breakpoint
CREATE TABLE "channel_history" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"operator_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channel_history_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "channel_history_kind" CHECK ("channel_history"."kind" in ('auth', 'mode', 'send_failed', 'setting', 'unbind', 'kos'))
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"source" text NOT NULL,
	"platform_user_id" text NOT NULL,
	"conversation_key" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"avatar" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"entry" jsonb,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"agent_id" uuid,
	"reception_type" text NOT NULL,
	"reception_epoch" integer DEFAULT 1 NOT NULL,
	"ai_off_reason" text,
	"auto_enable_at" timestamp (3) with time zone,
	"archive" boolean DEFAULT false NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"session_id" uuid,
	"manual_since" timestamp (3) with time zone,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"last_message" jsonb,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"last_inbound_at" timestamp (3) with time zone,
	"last_inbound_seq" bigint DEFAULT 0 NOT NULL,
	"last_inbound_ticket" text,
	"last_human_seq" bigint DEFAULT 0 NOT NULL,
	"inbound_count" integer DEFAULT 0 NOT NULL,
	"sent_since_inbound" integer DEFAULT 0 NOT NULL,
	"sent_before_reply" integer DEFAULT 0 NOT NULL,
	"stranger_at" timestamp (3) with time zone,
	"enter_at" timestamp (3) with time zone,
	"enter_ticket" text,
	"sent_since_enter" integer DEFAULT 0 NOT NULL,
	"enter_day" date,
	"enter_openings" integer DEFAULT 0 NOT NULL,
	"quota_closed" boolean DEFAULT false NOT NULL,
	"first_enter_at" timestamp (3) with time zone NOT NULL,
	"last_enter_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "customer_reception_type" CHECK ("customer"."reception_type" in ('ai_agent', 'manual', 'workflow')),
	CONSTRAINT "customer_off_reason" CHECK (("customer"."reception_type" = 'ai_agent') = ("customer"."ai_off_reason" is null)),
	CONSTRAINT "customer_off_reason_known" CHECK ("customer"."ai_off_reason" in ('human_reply', 'agent_toggle', 'handoff', 'error', 'points', 'channel_off', 'schedule')),
	CONSTRAINT "customer_auto_enable" CHECK ("customer"."auto_enable_at" is null or ("customer"."reception_type" = 'manual' and "customer"."ai_off_reason" in ('human_reply', 'handoff', 'error'))),
	CONSTRAINT "customer_epoch" CHECK ("customer"."reception_epoch" >= 1)
);
--> statement-breakpoint
CREATE TABLE "customer_hour" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"customer_id" uuid NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"by_ad" boolean DEFAULT false NOT NULL,
	"own_messages" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customer_hour_ent_id_customer_id_hour_pk" PRIMARY KEY("ent_id","customer_id","hour")
);
--> statement-breakpoint
CREATE TABLE "customer_message" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"sender_kind" text NOT NULL,
	"agent_id" uuid,
	"platform_message_id" text,
	"platform_time" timestamp (3) with time zone,
	"status" smallint NOT NULL,
	"fail_kind" text,
	"fail_msg" text,
	"platform_code" text,
	"log_id" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"is_from_app" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_message_ent_id_customer_id_seq_pk" PRIMARY KEY("ent_id","customer_id","seq"),
	CONSTRAINT "customer_message_kind" CHECK ("customer_message"."sender_kind" in ('customer', 'human', 'ai', 'flow', 'system')),
	CONSTRAINT "customer_message_status" CHECK ("customer_message"."status" in (0, 1, 2)),
	CONSTRAINT "customer_message_fail" CHECK (("customer_message"."status" = 2) = ("customer_message"."fail_kind" is not null))
);
--> statement-breakpoint
CREATE TABLE "sent_text" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"text_hash" "bytea" NOT NULL,
	"customer_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_text_ent_id_relation_id_text_hash_customer_id_pk" PRIMARY KEY("ent_id","relation_id","text_hash","customer_id")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"source" text NOT NULL,
	"entry" jsonb,
	"start_at" timestamp (3) with time zone NOT NULL,
	"start_seq" bigint NOT NULL,
	"end_at" timestamp (3) with time zone,
	"last_message_at" timestamp (3) with time zone,
	"reception_path" text[] NOT NULL,
	"first_agent_id" uuid,
	"agent_ids" uuid[] DEFAULT '{}' NOT NULL,
	"own_messages" integer DEFAULT 0 NOT NULL,
	"human_messages" integer DEFAULT 0 NOT NULL,
	"ai_messages" integer DEFAULT 0 NOT NULL,
	"flow_messages" integer DEFAULT 0 NOT NULL,
	"contact_cards" integer DEFAULT 0 NOT NULL,
	"turns" integer DEFAULT 0 NOT NULL,
	"first_own_at" timestamp (3) with time zone,
	"first_human_at" timestamp (3) with time zone,
	"first_human_from" timestamp (3) with time zone,
	"first_ai_at" timestamp (3) with time zone,
	"last_talk_at" timestamp (3) with time zone,
	CONSTRAINT "session_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "turn" (
	"ent_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"start_seq" bigint NOT NULL,
	"reply_at" timestamp (3) with time zone,
	"reply_seq" bigint,
	"reply_kind" text,
	"reply_agent_id" uuid,
	CONSTRAINT "turn_ent_id_session_id_no_pk" PRIMARY KEY("ent_id","session_id","no"),
	CONSTRAINT "turn_reply" CHECK (("turn"."reply_at" is null) = ("turn"."reply_kind" is null)),
	CONSTRAINT "turn_reply_kind" CHECK ("turn"."reply_kind" in ('human', 'ai'))
);
--> statement-breakpoint
CREATE TABLE "card_rule" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"trigger" jsonb NOT NULL,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"material_ids" uuid[] NOT NULL,
	"before" text DEFAULT '' NOT NULL,
	"after" text DEFAULT '' NOT NULL,
	"delay_sec" integer NOT NULL,
	"max_per_customer" integer NOT NULL,
	"interval_hours" integer NOT NULL,
	"skip_with_lead" boolean NOT NULL,
	"daily_max" integer NOT NULL,
	"goes_on" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_rule_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "card_rule_log" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"material_id" uuid NOT NULL,
	"message_id" uuid,
	"result" text NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"clicked_at" timestamp (3) with time zone,
	"submitted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_rule_log_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "card_rule_log_result" CHECK ("card_rule_log"."result" in ('sent', 'failed', 'blocked'))
);
--> statement-breakpoint
CREATE TABLE "material" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"type" text NOT NULL,
	"platform_id" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"channel" smallint,
	"number" text DEFAULT '' NOT NULL,
	"agent_ids" uuid[] DEFAULT '{}' NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"button_text" text DEFAULT '提交' NOT NULL,
	"after_text" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"expire_at" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	"audit_status" text NOT NULL,
	"audit_reason" text DEFAULT '' NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"clicked" integer DEFAULT 0 NOT NULL,
	"submitted" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "material_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "material_type" CHECK ("material"."type" in ('contact', 'lead_form', 'landing_page', 'note', 'goods', 'service', 'mini_program')),
	CONSTRAINT "material_audit" CHECK ("material"."audit_status" in ('pending', 'passed', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "inbound_media" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"relation_id" uuid NOT NULL,
	"media" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inbound_media_ent_id_customer_id_seq_pk" PRIMARY KEY("ent_id","customer_id","seq")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"ent_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"relation_id" uuid NOT NULL,
	"source" text NOT NULL,
	"request_id" text NOT NULL,
	"quota_rule" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"operator_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outbox_ent_id_message_id_pk" PRIMARY KEY("ent_id","message_id"),
	CONSTRAINT "outbox_state" CHECK ("outbox"."state" in ('queued', 'claimed', 'sending', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "platform_delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "platform_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"shard" smallint NOT NULL,
	"path" text NOT NULL,
	"body" text NOT NULL,
	"events" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"error" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_delivery_state" CHECK ("platform_delivery"."state" in ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "platform_pending" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"platform_message_id" text NOT NULL,
	"kind" text NOT NULL,
	"event" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_pending_ent_id_relation_id_platform_message_id_kind_pk" PRIMARY KEY("ent_id","relation_id","platform_message_id","kind"),
	CONSTRAINT "platform_pending_kind" CHECK ("platform_pending"."kind" in ('echo', 'recall'))
);
--> statement-breakpoint
ALTER TABLE "channel_account" ADD CONSTRAINT "channel_account_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_account" ADD CONSTRAINT "channel_account_parent_fk" FOREIGN KEY ("ent_id","parent_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_attempt" ADD CONSTRAINT "channel_attempt_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_attempt" ADD CONSTRAINT "channel_attempt_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_day" ADD CONSTRAINT "channel_day_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_history" ADD CONSTRAINT "channel_history_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_topic_fk" FOREIGN KEY ("ent_id","id") REFERENCES "public"."topic"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_hour" ADD CONSTRAINT "customer_hour_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_message" ADD CONSTRAINT "customer_message_fk" FOREIGN KEY ("ent_id","customer_id","seq") REFERENCES "public"."message"("ent_id","topic_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_text" ADD CONSTRAINT "sent_text_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turn" ADD CONSTRAINT "turn_session_fk" FOREIGN KEY ("ent_id","session_id") REFERENCES "public"."session"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_rule" ADD CONSTRAINT "card_rule_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_rule_log" ADD CONSTRAINT "card_rule_log_rule_fk" FOREIGN KEY ("ent_id","rule_id") REFERENCES "public"."card_rule"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_rule_log" ADD CONSTRAINT "card_rule_log_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_media" ADD CONSTRAINT "inbound_media_message_fk" FOREIGN KEY ("ent_id","customer_id","seq") REFERENCES "public"."customer_message"("ent_id","customer_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_message_fk" FOREIGN KEY ("ent_id","customer_id","seq") REFERENCES "public"."customer_message"("ent_id","customer_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_account_open" ON "channel_account" USING btree ("source","platform_id") WHERE open_status <> 'unbound';--> statement-breakpoint
CREATE INDEX "channel_account_platform" ON "channel_account" USING btree ("ent_id","source","platform_id");--> statement-breakpoint
CREATE INDEX "channel_account_parent" ON "channel_account" USING btree ("ent_id","parent_id");--> statement-breakpoint
CREATE INDEX "channel_account_keep" ON "channel_account" USING btree ("keep_at") WHERE keep_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_attempt_id" ON "channel_attempt" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_attempt_pre_code" ON "channel_attempt" USING btree ("pre_code_hash");--> statement-breakpoint
CREATE INDEX "channel_attempt_expires" ON "channel_attempt" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "channel_history_account" ON "channel_history" USING btree ("ent_id","relation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_platform" ON "customer" USING btree ("ent_id","relation_id","platform_user_id");--> statement-breakpoint
CREATE INDEX "customer_latest" ON "customer" USING btree ("ent_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "customer_account_type" ON "customer" USING btree ("ent_id","relation_id","reception_type");--> statement-breakpoint
CREATE INDEX "customer_stranger" ON "customer" USING btree ("ent_id","relation_id","stranger_at") WHERE stranger_at is not null;--> statement-breakpoint
CREATE INDEX "customer_open_session" ON "customer" USING btree ("last_message_at") WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX "customer_hour_account" ON "customer_hour" USING btree ("ent_id","hour","relation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_message_id" ON "customer_message" USING btree ("ent_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_message_platform" ON "customer_message" USING btree ("ent_id","relation_id","platform_message_id") WHERE platform_message_id is not null;--> statement-breakpoint
CREATE INDEX "sent_text_at" ON "sent_text" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "session_open" ON "session" USING btree ("ent_id","customer_id") WHERE end_at is null;--> statement-breakpoint
CREATE INDEX "session_customer" ON "session" USING btree ("ent_id","customer_id","start_at");--> statement-breakpoint
CREATE INDEX "session_start" ON "session" USING btree ("ent_id","start_at");--> statement-breakpoint
CREATE UNIQUE INDEX "turn_open" ON "turn" USING btree ("ent_id","session_id") WHERE reply_at is null;--> statement-breakpoint
CREATE INDEX "turn_start" ON "turn" USING btree ("ent_id","start_at");--> statement-breakpoint
CREATE INDEX "card_rule_position" ON "card_rule" USING btree ("ent_id","relation_id","position");--> statement-breakpoint
CREATE INDEX "card_rule_log_rule" ON "card_rule_log" USING btree ("ent_id","rule_id","id");--> statement-breakpoint
CREATE INDEX "card_rule_log_customer" ON "card_rule_log" USING btree ("ent_id","customer_id","rule_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "card_rule_log_message" ON "card_rule_log" USING btree ("ent_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "material_platform" ON "material" USING btree ("ent_id","relation_id","platform_id");--> statement-breakpoint
CREATE INDEX "material_updated" ON "material" USING btree ("ent_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "inbound_media_due" ON "inbound_media" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_order" ON "outbox" USING btree ("ent_id","customer_id","seq");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_delivery_once" ON "platform_delivery" USING btree ("source","dedupe_key");--> statement-breakpoint
CREATE INDEX "platform_delivery_waiting" ON "platform_delivery" USING btree ("shard","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "platform_delivery_received" ON "platform_delivery" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "platform_pending_due" ON "platform_pending" USING btree ("due_at");