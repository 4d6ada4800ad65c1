CREATE TABLE "customer_change" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"field" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"is_sensitive" boolean DEFAULT false NOT NULL,
	"agent_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_change_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_field" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"options" text[] DEFAULT '{}' NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"in_list" boolean DEFAULT false NOT NULL,
	"is_sensitive" boolean DEFAULT false NOT NULL,
	"ai_fill" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "customer_field_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "customer_field_type" CHECK ("customer_field"."type" in ('text', 'number', 'date', 'single', 'multiple', 'phone', 'wechat', 'city'))
);
--> statement-breakpoint
CREATE TABLE "customer_name" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"words" text NOT NULL,
	"grams" "tsvector" NOT NULL,
	CONSTRAINT "customer_name_ent_id_customer_id_pk" PRIMARY KEY("ent_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "customer_note" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"agent_id" uuid NOT NULL,
	"text" text NOT NULL,
	"mention_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "customer_note_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_reminder" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"remind_at" timestamp (3) with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"fired_at" timestamp (3) with time zone,
	CONSTRAINT "customer_reminder_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_seat" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"read_seq" bigint DEFAULT 0 NOT NULL,
	"read_inbound" integer DEFAULT 0 NOT NULL,
	"marked_unread" boolean DEFAULT false NOT NULL,
	"sticky" boolean DEFAULT false NOT NULL,
	"is_star" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_seat_ent_id_agent_id_customer_id_pk" PRIMARY KEY("ent_id","agent_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "customer_setting" (
	"ent_id" uuid PRIMARY KEY NOT NULL,
	"setting" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_tag" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"bound_by" uuid,
	"bound_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_tag_ent_id_customer_id_tag_id_pk" PRIMARY KEY("ent_id","customer_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "customer_tally" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid,
	"archive" boolean NOT NULL,
	"reception_type" text NOT NULL,
	"source" text NOT NULL,
	"relation_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"waiting" integer NOT NULL,
	"leads" integer NOT NULL,
	"failed" integer NOT NULL,
	"is_sum" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_feedback" (
	"ent_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"rating" text NOT NULL,
	"reason" text,
	"corrected_text" text,
	"agent_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_feedback_ent_id_message_id_pk" PRIMARY KEY("ent_id","message_id"),
	CONSTRAINT "message_feedback_rating" CHECK ("message_feedback"."rating" in ('good', 'bad', 'none'))
);
--> statement-breakpoint
CREATE TABLE "message_search" (
	"ent_id" uuid NOT NULL,
	"no" bigint NOT NULL,
	"customer_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"relation_id" uuid NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"words" text NOT NULL,
	"grams" "tsvector" NOT NULL,
	CONSTRAINT "message_search_ent_id_no_pk" PRIMARY KEY("ent_id","no")
);
--> statement-breakpoint
CREATE TABLE "notify_setting" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"setting" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notify_setting_ent_id_agent_id_pk" PRIMARY KEY("ent_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "search_head" (
	"ent_id" uuid PRIMARY KEY NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_pending" (
	"no" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_pending_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tag" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"group_id" uuid,
	"kind" text NOT NULL,
	"system" text,
	"description" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tag_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "tag_color" CHECK ("tag"."color" in ('red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue', 'indigo', 'purple', 'pink', 'grey')),
	CONSTRAINT "tag_kind" CHECK ("tag"."kind" in ('manual', 'auto', 'ai', 'system')),
	CONSTRAINT "tag_system_kind" CHECK (("tag"."system" is not null) = ("tag"."kind" = 'system')),
	CONSTRAINT "tag_system_known" CHECK ("tag"."system" in ('talked', 'lead', 'wechat_copied', 'form_submitted', 'high_intent', 'no_intent', 'blocked'))
);
--> statement-breakpoint
CREATE TABLE "tag_group" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_single" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "tag_group_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"action" text NOT NULL,
	"object" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "lead" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"session_id" uuid,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"normalised" text NOT NULL,
	"state" text NOT NULL,
	"is_primary" boolean NOT NULL,
	"extractor" text NOT NULL,
	"message_id" uuid,
	"relation_id" uuid NOT NULL,
	"entry" jsonb,
	"agent_id" uuid,
	"reception_type" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"result" text NOT NULL,
	"hits" integer DEFAULT 1 NOT NULL,
	"last_hit_at" timestamp (3) with time zone NOT NULL,
	"dup_of" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lead_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "lead_kind" CHECK ("lead"."kind" in ('phone', 'wechat', 'wechat_copy')),
	CONSTRAINT "lead_state" CHECK ("lead"."state" in ('valid', 'ambiguous', 'rejected')),
	CONSTRAINT "lead_status" CHECK ("lead"."status" in ('new', 'following', 'added', 'won', 'invalid')),
	CONSTRAINT "lead_invalid_reason" CHECK (("lead"."status" = 'invalid') = ("lead"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "quick_reply" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"sources" text[] DEFAULT '{}' NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"position" integer NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quick_reply_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "quick_reply_group" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_type" text NOT NULL,
	"agent_id" uuid,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "quick_reply_group_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "quick_reply_group_owner_type" CHECK ("quick_reply_group"."owner_type" in ('enterprise', 'agent')),
	CONSTRAINT "quick_reply_group_agent" CHECK (("quick_reply_group"."owner_type" = 'agent') = ("quick_reply_group"."agent_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "ai_agent" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"published_version" integer,
	"return_after" text DEFAULT '30' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_agent_ent_id_relation_id_pk" PRIMARY KEY("ent_id","relation_id"),
	CONSTRAINT "ai_agent_return" CHECK ("ai_agent"."return_after" in ('off', '5', '10', '30', '60', 'next_day'))
);
--> statement-breakpoint
CREATE TABLE "reception_plan" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"assign_mode" text DEFAULT 'manual' NOT NULL,
	"assign" jsonb NOT NULL,
	"last_agent_id" uuid,
	"full_told_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reception_plan_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "reception_plan_mode" CHECK ("reception_plan"."assign_mode" in ('manual', 'rotate', 'idle', 'familiar', 'listed', 'tag'))
);
--> statement-breakpoint
CREATE TABLE "reception_plan_account" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	CONSTRAINT "reception_plan_account_ent_id_relation_id_pk" PRIMARY KEY("ent_id","relation_id")
);
--> statement-breakpoint
DROP INDEX "customer_latest";--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "reception_limit" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "account_scope" uuid[];--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "last_assigned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "by_ad" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "stage_id" uuid;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "tag_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "lead_status" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "agent_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "last_outbound_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "last_outbound_status" smallint;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "last_human_agent_id" uuid;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "last_human_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "wait_warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "skip_agent_id" uuid;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "skip_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "has_lead" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "queue_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_change" ADD CONSTRAINT "customer_change_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_field" ADD CONSTRAINT "customer_field_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_name" ADD CONSTRAINT "customer_name_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_note" ADD CONSTRAINT "customer_note_message_fk" FOREIGN KEY ("ent_id","customer_id","seq") REFERENCES "public"."customer_message"("ent_id","customer_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_note" ADD CONSTRAINT "customer_note_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_reminder" ADD CONSTRAINT "customer_reminder_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_reminder" ADD CONSTRAINT "customer_reminder_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_seat" ADD CONSTRAINT "customer_seat_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_seat" ADD CONSTRAINT "customer_seat_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_setting" ADD CONSTRAINT "customer_setting_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tag" ADD CONSTRAINT "customer_tag_tag_fk" FOREIGN KEY ("ent_id","tag_id") REFERENCES "public"."tag"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tag" ADD CONSTRAINT "customer_tag_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_feedback" ADD CONSTRAINT "message_feedback_message_fk" FOREIGN KEY ("ent_id","message_id") REFERENCES "public"."customer_message"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notify_setting" ADD CONSTRAINT "notify_setting_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_head" ADD CONSTRAINT "search_head_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_group_fk" FOREIGN KEY ("ent_id","group_id") REFERENCES "public"."tag_group"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_group" ADD CONSTRAINT "tag_group_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_message_fk" FOREIGN KEY ("ent_id","message_id") REFERENCES "public"."customer_message"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_reply" ADD CONSTRAINT "quick_reply_group_fk" FOREIGN KEY ("ent_id","group_id") REFERENCES "public"."quick_reply_group"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_reply_group" ADD CONSTRAINT "quick_reply_group_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_reply_group" ADD CONSTRAINT "quick_reply_group_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_agent" ADD CONSTRAINT "ai_agent_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reception_plan" ADD CONSTRAINT "reception_plan_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reception_plan_account" ADD CONSTRAINT "reception_plan_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reception_plan_account" ADD CONSTRAINT "reception_plan_account_plan_fk" FOREIGN KEY ("ent_id","plan_id") REFERENCES "public"."reception_plan"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_change_customer" ON "customer_change" USING btree ("ent_id","customer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_field_name" ON "customer_field" USING btree ("ent_id","name");--> statement-breakpoint
CREATE INDEX "customer_name_grams" ON "customer_name" USING gin ("grams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "customer_note_customer" ON "customer_note" USING btree ("ent_id","customer_id","seq");--> statement-breakpoint
CREATE INDEX "customer_reminder_due" ON "customer_reminder" USING btree ("remind_at") WHERE fired_at is null;--> statement-breakpoint
CREATE INDEX "customer_reminder_agent" ON "customer_reminder" USING btree ("ent_id","customer_id","agent_id");--> statement-breakpoint
CREATE INDEX "customer_seat_sticky" ON "customer_seat" USING btree ("ent_id","agent_id","customer_id") WHERE sticky;--> statement-breakpoint
CREATE INDEX "customer_tag_tag" ON "customer_tag" USING btree ("ent_id","tag_id","customer_id");--> statement-breakpoint
CREATE INDEX "customer_tally_ent" ON "customer_tally" USING btree ("ent_id");--> statement-breakpoint
CREATE INDEX "customer_tally_unfolded" ON "customer_tally" USING btree ("ent_id") WHERE not is_sum;--> statement-breakpoint
CREATE UNIQUE INDEX "message_search_message" ON "message_search" USING btree ("ent_id","customer_id","seq");--> statement-breakpoint
CREATE INDEX "message_search_grams" ON "message_search" USING gin ("grams") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "tag_name" ON "tag" USING btree ("ent_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "tag_system" ON "tag" USING btree ("ent_id","system");--> statement-breakpoint
CREATE UNIQUE INDEX "tag_group_name" ON "tag_group" USING btree ("ent_id","name");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("ent_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "lead_customer_value" ON "lead" USING btree ("ent_id","customer_id","kind","normalised");--> statement-breakpoint
CREATE UNIQUE INDEX "lead_primary" ON "lead" USING btree ("ent_id","customer_id","kind") WHERE is_primary;--> statement-breakpoint
CREATE INDEX "lead_value" ON "lead" USING btree ("ent_id","kind","normalised","created_at");--> statement-breakpoint
CREATE INDEX "lead_created" ON "lead" USING btree ("ent_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "quick_reply_position" ON "quick_reply" USING btree ("ent_id","group_id","position");--> statement-breakpoint
CREATE INDEX "quick_reply_group_owner" ON "quick_reply_group" USING btree ("ent_id","agent_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "reception_plan_default" ON "reception_plan" USING btree ("ent_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "customer_owner" ON "customer" USING btree ("ent_id","agent_id","archive","last_message_at","id","relation_id","reception_type","ai_off_reason","waiting_since","lead_status","by_ad","last_outbound_status","last_inbound_at","inbound_count");--> statement-breakpoint
CREATE INDEX "customer_waiting" ON "customer" USING btree ("ent_id","waiting_since","id") WHERE waiting_since is not null and not archive;--> statement-breakpoint
CREATE INDEX "customer_queue" ON "customer" USING btree ("ent_id","waiting_since") WHERE agent_id is null and not archive and reception_type = 'manual' and waiting_since is not null;--> statement-breakpoint
CREATE INDEX "customer_current" ON "customer" USING btree ("ent_id","agent_id") WHERE agent_id is not null and not archive and reception_type = 'manual' and session_id is not null;--> statement-breakpoint
CREATE INDEX "customer_return" ON "customer" USING btree ("auto_enable_at") WHERE auto_enable_at is not null;--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_limit" CHECK ("agent"."reception_limit" between 1 and 200);--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_lead_status" CHECK ("customer"."lead_status" in ('new', 'following', 'added', 'won', 'invalid'));--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_outbound_status" CHECK ("customer"."last_outbound_status" in (0, 1, 2));--> statement-breakpoint
UPDATE "customer" SET "by_ad" = true WHERE "entry" ? 'ad';--> statement-breakpoint
UPDATE "customer" c SET "last_outbound_seq" = m.seq, "last_outbound_status" = m.status
FROM (
	SELECT DISTINCT ON (ent_id, customer_id) ent_id, customer_id, seq, status
	FROM "customer_message" WHERE sender_kind IN ('human', 'ai', 'flow') ORDER BY ent_id, customer_id, seq DESC
) m WHERE m.ent_id = c.ent_id AND m.customer_id = c.id;--> statement-breakpoint
INSERT INTO "tag_group" ("ent_id", "id", "name", "is_single", "position")
SELECT e.id, md5(replace(e.id::text, '-', '') || ':tag-group:' || g.name)::uuid, g.name, g.is_single, g.position
FROM "enterprise" e CROSS JOIN (VALUES ('意向等级', true, 0), ('客户阶段', true, 1), ('需求', false, 2)) AS g(name, is_single, position);--> statement-breakpoint
INSERT INTO "tag" ("ent_id", "id", "name", "color", "kind", "system", "position", "created_at", "updated_at")
SELECT e.id, md5(replace(e.id::text, '-', '') || ':tag:' || s.key)::uuid, s.name, s.color, 'system', s.key, s.position, now(), now()
FROM "enterprise" e CROSS JOIN (VALUES ('talked', '已开口', 'teal', 0), ('lead', '已留资', 'green', 1), ('wechat_copied', '已复制微信', 'lime', 2),
	('form_submitted', '已提交留资卡', 'cyan', 3), ('high_intent', '高意向', 'red', 4), ('no_intent', '无意向', 'grey', 5), ('blocked', '黑名单', 'grey', 6)) AS s(key, name, color, position);--> statement-breakpoint
INSERT INTO "customer_tally" ("ent_id", "agent_id", "archive", "reception_type", "source", "relation_id", "count", "waiting", "leads", "failed", "is_sum")
SELECT ent_id, agent_id, archive, reception_type, source, relation_id, count(*), count(waiting_since), count(lead_status),
	count(*) FILTER (WHERE last_outbound_status = 2), true
FROM "customer" GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
INSERT INTO "customer_name" ("ent_id", "customer_id", "words", "grams")
SELECT c.ent_id, c.id, w.words, array_to_tsvector(coalesce(g.grams, '{}'))
FROM "customer" c
CROSS JOIN LATERAL (SELECT lower(normalize(c.name, NFKC)) || chr(31) || lower(normalize(c.remark, NFKC)) AS words) w
CROSS JOIN LATERAL (
	SELECT array_agg(DISTINCT right(replace(c.ent_id::text, '-', ''), 8) || substr(w.words, n, length)) AS grams
	FROM generate_series(1, char_length(w.words)) n, generate_series(1, 2) length
) g;--> statement-breakpoint
ALTER TABLE "customer" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);--> statement-breakpoint
INSERT INTO "search_pending" ("ent_id", "customer_id", "seq") SELECT ent_id, topic_id, seq FROM "message" m WHERE EXISTS (SELECT 1 FROM "customer_message" c WHERE c.ent_id = m.ent_id AND c.customer_id = m.topic_id AND c.seq = m.seq) ORDER BY created_at;--> statement-breakpoint
CREATE FUNCTION customer_tally_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO customer_tally (ent_id, agent_id, archive, reception_type, source, relation_id, count, waiting, leads, failed)
	SELECT ent_id, agent_id, archive, reception_type, source, relation_id, count(*), count(waiting_since), count(lead_status),
		count(*) FILTER (WHERE last_outbound_status = 2)
	FROM now_rows GROUP BY 1, 2, 3, 4, 5, 6;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION customer_tally_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO customer_tally (ent_id, agent_id, archive, reception_type, source, relation_id, count, waiting, leads, failed)
	SELECT ent_id, agent_id, archive, reception_type, source, relation_id, sum(n), sum(waiting), sum(leads), sum(failed)
	FROM (
		SELECT ent_id, agent_id, archive, reception_type, source, relation_id, 1 AS n, (waiting_since IS NOT NULL)::int AS waiting,
			(lead_status IS NOT NULL)::int AS leads, (last_outbound_status IS NOT DISTINCT FROM 2)::int AS failed FROM now_rows
		UNION ALL
		SELECT ent_id, agent_id, archive, reception_type, source, relation_id, -1, -(waiting_since IS NOT NULL)::int,
			-(lead_status IS NOT NULL)::int, -(last_outbound_status IS NOT DISTINCT FROM 2)::int FROM old_rows
	) d GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0 OR sum(waiting) <> 0 OR sum(leads) <> 0 OR sum(failed) <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION customer_tally_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO customer_tally (ent_id, agent_id, archive, reception_type, source, relation_id, count, waiting, leads, failed)
	SELECT ent_id, agent_id, archive, reception_type, source, relation_id, -count(*), -count(waiting_since), -count(lead_status),
		-count(*) FILTER (WHERE last_outbound_status = 2)
	FROM old_rows GROUP BY 1, 2, 3, 4, 5, 6;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_tally_insert AFTER INSERT ON "customer" REFERENCING NEW TABLE AS now_rows
FOR EACH STATEMENT EXECUTE FUNCTION customer_tally_added();--> statement-breakpoint
CREATE TRIGGER customer_tally_update AFTER UPDATE ON "customer" REFERENCING NEW TABLE AS now_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION customer_tally_changed();--> statement-breakpoint
CREATE TRIGGER customer_tally_delete AFTER DELETE ON "customer" REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION customer_tally_gone();
