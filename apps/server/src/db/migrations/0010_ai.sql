CREATE TABLE "ai_agent_version" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"agent_id" uuid,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_agent_version_ent_id_relation_id_version_pk" PRIMARY KEY("ent_id","relation_id","version")
);
--> statement-breakpoint
CREATE TABLE "ai_test" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"question" text NOT NULL,
	"points" text[] NOT NULL,
	"last_pass" boolean,
	"last_answer" text DEFAULT '' NOT NULL,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_test_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "ai_handoff" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"hint_at" timestamp (3) with time zone,
	CONSTRAINT "ai_handoff_ent_id_customer_id_epoch_pk" PRIMARY KEY("ent_id","customer_id","epoch")
);
--> statement-breakpoint
CREATE TABLE "ai_memory" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"session_id" uuid,
	"boundary_seq" bigint DEFAULT 0 NOT NULL,
	"asked" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"collected" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"misses" integer DEFAULT 0 NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"is_goal_reached" boolean DEFAULT false NOT NULL,
	"day" date,
	"day_answers" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_memory_ent_id_customer_id_pk" PRIMARY KEY("ent_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "ai_preview" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"turns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"memory" jsonb,
	"answering_until" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_preview_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "ai_preview_day" (
	"ent_id" uuid NOT NULL,
	"day" date NOT NULL,
	"answers" integer NOT NULL,
	CONSTRAINT "ai_preview_day_ent_id_day_pk" PRIMARY KEY("ent_id","day")
);
--> statement-breakpoint
CREATE TABLE "ai_run" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"epoch" integer NOT NULL,
	"answered_seq" bigint NOT NULL,
	"state" text NOT NULL,
	"agent_version" integer NOT NULL,
	"generator" text NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"question" text NOT NULL,
	"knowledge" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decision" jsonb,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"is_hit" boolean DEFAULT false NOT NULL,
	"has_image" boolean DEFAULT false NOT NULL,
	"tokens_in" integer DEFAULT 0 NOT NULL,
	"tokens_out" integer DEFAULT 0 NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ai_run_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "ai_run_state" CHECK ("ai_run"."state" in ('running', 'sent', 'handoff', 'dropped', 'failed', 'silent')),
	CONSTRAINT "ai_run_generator" CHECK ("ai_run"."generator" in ('builtin', 'model'))
);
--> statement-breakpoint
CREATE TABLE "ai_run_message" (
	"ent_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"index" integer NOT NULL,
	CONSTRAINT "ai_run_message_ent_id_message_id_pk" PRIMARY KEY("ent_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "ai_waiting" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ai_waiting_ent_id_customer_id_pk" PRIMARY KEY("ent_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "knowledge" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"question" text DEFAULT '' NOT NULL,
	"similar" text[] DEFAULT '{}' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"is_pasted" boolean DEFAULT false NOT NULL,
	"file_key" text DEFAULT '' NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"origin" text NOT NULL,
	"status" text NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"body_hash" "bytea",
	"pieces" integer DEFAULT 0 NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"learn_until" timestamp (3) with time zone,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "knowledge_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "knowledge_type" CHECK ("knowledge"."type" in ('qa', 'doc', 'web', 'goods', 'image')),
	CONSTRAINT "knowledge_status" CHECK ("knowledge"."status" in ('learning', 'active', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "knowledge_candidate" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"question" text NOT NULL,
	"same_as" text NOT NULL,
	"answer" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"customer_id" uuid,
	"message_id" uuid,
	"last_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	CONSTRAINT "knowledge_candidate_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "knowledge_candidate_status" CHECK ("knowledge_candidate"."status" in ('pending', 'accepted', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "knowledge_miss" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"question" text NOT NULL,
	"same_as" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"customer_id" uuid,
	"message_id" uuid,
	"last_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"knowledge_id" uuid,
	CONSTRAINT "knowledge_miss_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "knowledge_miss_status" CHECK ("knowledge_miss"."status" in ('open', 'answered', 'ignored'))
);
--> statement-breakpoint
CREATE TABLE "knowledge_piece" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"no" bigint GENERATED ALWAYS AS IDENTITY (sequence name "knowledge_piece_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"knowledge_id" uuid NOT NULL,
	"heading" text NOT NULL,
	"text" text NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "knowledge_piece_ent_id_relation_id_no_pk" PRIMARY KEY("ent_id","relation_id","no")
);
--> statement-breakpoint
CREATE TABLE "knowledge_term" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"no" bigint NOT NULL,
	"term" text NOT NULL,
	"weight" smallint NOT NULL,
	CONSTRAINT "knowledge_term_ent_id_relation_id_no_term_pk" PRIMARY KEY("ent_id","relation_id","no","term")
);
--> statement-breakpoint
CREATE TABLE "model_setting" (
	"ent_id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"base_url" text NOT NULL,
	"key" "bytea",
	"key_tail" text DEFAULT '' NOT NULL,
	"model" text NOT NULL,
	"embedding_model" text DEFAULT '' NOT NULL,
	"timeout_sec" integer NOT NULL,
	"fail_told_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "model_setting_mode" CHECK ("model_setting"."mode" in ('default', 'own'))
);
--> statement-breakpoint
CREATE TABLE "point_account" (
	"ent_id" uuid PRIMARY KEY NOT NULL,
	"order_points" integer DEFAULT 0 NOT NULL,
	"bonus_order_points" integer DEFAULT 0 NOT NULL,
	"bonus_human_points" integer DEFAULT 0 NOT NULL,
	"has_paid" boolean DEFAULT false NOT NULL,
	"setting" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "point_account_bonus" CHECK ("point_account"."bonus_order_points" >= 0 and "point_account"."bonus_human_points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "point_day" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"day" date NOT NULL,
	"spent" integer NOT NULL,
	CONSTRAINT "point_day_ent_id_day_relation_id_pk" PRIMARY KEY("ent_id","day","relation_id")
);
--> statement-breakpoint
CREATE TABLE "point_ledger" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"no" bigint GENERATED ALWAYS AS IDENTITY (sequence name "point_ledger_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"item" text,
	"delta" integer NOT NULL,
	"pool" text NOT NULL,
	"lot_id" uuid,
	"order_points" integer NOT NULL,
	"bonus_order_points" integer NOT NULL,
	"bonus_human_points" integer NOT NULL,
	"relation_id" uuid,
	"customer_id" uuid,
	"session_id" uuid,
	"message_id" uuid,
	"order_no" text,
	"operator_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"key" text NOT NULL,
	"part" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "point_ledger_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "point_ledger_type" CHECK ("point_ledger"."type" in ('recharge', 'bonus', 'consume', 'refund', 'expire', 'adjust')),
	CONSTRAINT "point_ledger_item" CHECK ("point_ledger"."item" in ('ai_reply', 'image', 'follow_up', 'comment', 'judgement', 'knowledge')),
	CONSTRAINT "point_ledger_pool" CHECK ("point_ledger"."pool" in ('orderPoints', 'bonusOrderPoints', 'bonusHumanPoints'))
);
--> statement-breakpoint
CREATE TABLE "point_lot" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"pool" text NOT NULL,
	"points" integer NOT NULL,
	"remain" integer NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"order_no" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "point_lot_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "point_lot_pool" CHECK ("point_lot"."pool" in ('orderPoints', 'bonusOrderPoints', 'bonusHumanPoints')),
	CONSTRAINT "point_lot_remain" CHECK ("point_lot"."remain" between 0 and "point_lot"."points")
);
--> statement-breakpoint
CREATE TABLE "point_reply" (
	"ent_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "point_reply_ent_id_session_id_pk" PRIMARY KEY("ent_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "customer_note" ALTER COLUMN "agent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "is_welcomed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_agent" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "ai_agent" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_agent" ADD COLUMN "knowledge_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_agent" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "ai_agent_version" ADD CONSTRAINT "ai_agent_version_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."ai_agent"("ent_id","relation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_test" ADD CONSTRAINT "ai_test_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_handoff" ADD CONSTRAINT "ai_handoff_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_memory" ADD CONSTRAINT "ai_memory_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_preview" ADD CONSTRAINT "ai_preview_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_run" ADD CONSTRAINT "ai_run_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_run_message" ADD CONSTRAINT "ai_run_message_fk" FOREIGN KEY ("ent_id","run_id") REFERENCES "public"."ai_run"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_waiting" ADD CONSTRAINT "ai_waiting_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge" ADD CONSTRAINT "knowledge_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_candidate" ADD CONSTRAINT "knowledge_candidate_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_miss" ADD CONSTRAINT "knowledge_miss_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_piece" ADD CONSTRAINT "knowledge_piece_fk" FOREIGN KEY ("ent_id","knowledge_id") REFERENCES "public"."knowledge"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_term" ADD CONSTRAINT "knowledge_term_fk" FOREIGN KEY ("ent_id","relation_id","no") REFERENCES "public"."knowledge_piece"("ent_id","relation_id","no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_setting" ADD CONSTRAINT "model_setting_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_account" ADD CONSTRAINT "point_account_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_ledger" ADD CONSTRAINT "point_ledger_account_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."point_account"("ent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_lot" ADD CONSTRAINT "point_lot_account_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."point_account"("ent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_test_question" ON "ai_test" USING btree ("ent_id","relation_id","question");--> statement-breakpoint
CREATE INDEX "ai_handoff_at" ON "ai_handoff" USING btree ("ent_id","at");--> statement-breakpoint
CREATE INDEX "ai_handoff_hint" ON "ai_handoff" USING btree ("hint_at") WHERE hint_at is not null;--> statement-breakpoint
CREATE INDEX "ai_preview_last" ON "ai_preview" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_run_answer" ON "ai_run" USING btree ("ent_id","customer_id","answered_seq","epoch") WHERE state in ('sent', 'handoff');--> statement-breakpoint
CREATE INDEX "ai_run_customer" ON "ai_run" USING btree ("ent_id","customer_id","started_at");--> statement-breakpoint
CREATE INDEX "ai_run_account" ON "ai_run" USING btree ("ent_id","relation_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_run_message_index" ON "ai_run_message" USING btree ("ent_id","run_id","index");--> statement-breakpoint
CREATE INDEX "ai_waiting_due" ON "ai_waiting" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "knowledge_account" ON "knowledge" USING btree ("ent_id","relation_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_question" ON "knowledge" USING btree ("ent_id","relation_id","question") WHERE type = 'qa';--> statement-breakpoint
CREATE INDEX "knowledge_learning" ON "knowledge" USING btree ("created_at") WHERE status = 'learning';--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_candidate_same" ON "knowledge_candidate" USING btree ("ent_id","relation_id","same_as");--> statement-breakpoint
CREATE INDEX "knowledge_candidate_page" ON "knowledge_candidate" USING btree ("ent_id","relation_id","status","times","last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_miss_same" ON "knowledge_miss" USING btree ("ent_id","relation_id","same_as");--> statement-breakpoint
CREATE INDEX "knowledge_miss_page" ON "knowledge_miss" USING btree ("ent_id","relation_id","status","times","last_at");--> statement-breakpoint
CREATE INDEX "knowledge_piece_of" ON "knowledge_piece" USING btree ("ent_id","knowledge_id");--> statement-breakpoint
CREATE INDEX "knowledge_term_said" ON "knowledge_term" USING btree ("ent_id","relation_id","term","no","weight");--> statement-breakpoint
CREATE UNIQUE INDEX "point_ledger_key" ON "point_ledger" USING btree ("ent_id","key","part");--> statement-breakpoint
CREATE INDEX "point_ledger_at" ON "point_ledger" USING btree ("ent_id","at","no");--> statement-breakpoint
CREATE INDEX "point_ledger_account" ON "point_ledger" USING btree ("ent_id","relation_id","at");--> statement-breakpoint
CREATE INDEX "point_ledger_message" ON "point_ledger" USING btree ("ent_id","message_id");--> statement-breakpoint
CREATE INDEX "point_lot_left" ON "point_lot" USING btree ("ent_id","expire_at") WHERE remain > 0;--> statement-breakpoint
CREATE INDEX "point_lot_expire" ON "point_lot" USING btree ("expire_at") WHERE remain > 0;--> statement-breakpoint
CREATE INDEX "customer_points" ON "customer" USING btree ("ent_id","relation_id") WHERE ai_off_reason = 'points';--> statement-breakpoint
INSERT INTO "point_account" ("ent_id", "bonus_human_points", "updated_at") SELECT id, 1000, now() FROM "enterprise";--> statement-breakpoint
INSERT INTO "point_lot" ("ent_id", "id", "pool", "points", "remain", "expire_at", "created_at")
SELECT ent_id, gen_random_uuid(), 'bonusHumanPoints', 1000, 1000, now() + interval '30 days', now() FROM "point_account";--> statement-breakpoint
INSERT INTO "point_ledger" ("ent_id", "id", "at", "type", "delta", "pool", "lot_id", "order_points", "bonus_order_points", "bonus_human_points", "reason", "key")
SELECT ent_id, gen_random_uuid(), created_at, 'bonus', 1000, 'bonusHumanPoints', id, 0, 0, 1000, '新企业赠送', 'welcome' FROM "point_lot";
