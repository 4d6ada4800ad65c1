CREATE TABLE "automation_cause" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"key" text NOT NULL,
	"what" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "automation_cause_ent_id_customer_id_key_pk" PRIMARY KEY("ent_id","customer_id","key")
);
--> statement-breakpoint
CREATE TABLE "automation_rule" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"account_ids" uuid[] NOT NULL,
	"event_type" text NOT NULL,
	"event_minutes" integer,
	"conditions" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"stop_on_match" boolean NOT NULL,
	"status" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automation_rule_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "automation_rule_event" CHECK ("automation_rule"."event_type" in ('first_enter', 'message_in', 'message_out', 'owner_change', 'tag_change', 'archive', 'unarchive', 'ai_on', 'ai_off', 'handoff', 'lead', 'wechat_copy', 'send_failed', 'agent_silent', 'customer_silent')),
	CONSTRAINT "automation_rule_status" CHECK ("automation_rule"."status" in ('draft', 'on', 'off', 'stopped')),
	CONSTRAINT "automation_rule_minutes" CHECK (("automation_rule"."event_minutes" is not null) = ("automation_rule"."event_type" in ('agent_silent', 'customer_silent')))
);
--> statement-breakpoint
CREATE TABLE "automation_run" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"cause_key" text NOT NULL,
	"cause" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"expected" jsonb NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"outcomes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_waiting" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"result" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"work_ms" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "automation_run_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "automation_run_ended" CHECK (("automation_run"."due_at" is null) = ("automation_run"."result" is not null))
);
--> statement-breakpoint
ALTER TABLE "automation_log" DROP CONSTRAINT "automation_log_result";--> statement-breakpoint
ALTER TABLE "automation_cause" ADD CONSTRAINT "automation_cause_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_rule" ADD CONSTRAINT "automation_rule_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_rule" ADD CONSTRAINT "automation_rule_agent_fk" FOREIGN KEY ("ent_id","updated_by") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_rule_fk" FOREIGN KEY ("ent_id","rule_id") REFERENCES "public"."automation_rule"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_cause_due" ON "automation_cause" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "automation_rule_on" ON "automation_rule" USING btree ("ent_id","event_type","event_minutes") WHERE status = 'on';--> statement-breakpoint
CREATE UNIQUE INDEX "automation_run_once" ON "automation_run" USING btree ("ent_id","rule_id","customer_id","cause_key");--> statement-breakpoint
CREATE INDEX "automation_run_due" ON "automation_run" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "automation_run_waiting" ON "automation_run" USING btree ("ent_id","customer_id") WHERE is_waiting;--> statement-breakpoint
CREATE INDEX "automation_run_log" ON "automation_run" USING btree ("ent_id","rule_id","started_at","id");--> statement-breakpoint
CREATE INDEX "automation_run_customer" ON "automation_run" USING btree ("ent_id","customer_id");--> statement-breakpoint
CREATE INDEX "automation_run_started" ON "automation_run" USING btree ("started_at");--> statement-breakpoint
ALTER TABLE "automation_log" ADD CONSTRAINT "automation_log_result" CHECK ("automation_log"."result" in ('sent', 'done', 'skipped', 'blocked', 'failed'));