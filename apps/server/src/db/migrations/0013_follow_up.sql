CREATE TABLE "automation_log" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"step" smallint,
	"result" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"message_id" uuid,
	"points" integer DEFAULT 0 NOT NULL,
	"input" jsonb NOT NULL,
	"output" jsonb,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	CONSTRAINT "automation_log_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "automation_log_type_known" CHECK ("automation_log"."type" in ('rule', 'flow', 'followUp', 'comment')),
	CONSTRAINT "automation_log_result" CHECK ("automation_log"."result" in ('sent', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "automation_setting" (
	"ent_id" uuid NOT NULL,
	"key" text NOT NULL,
	"setting" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automation_setting_ent_id_key_pk" PRIMARY KEY("ent_id","key"),
	CONSTRAINT "automation_setting_key" CHECK ("automation_setting"."key" in ('followUp'))
);
--> statement-breakpoint
CREATE TABLE "follow_up" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"step" smallint NOT NULL,
	"last_step_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"held_until" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "follow_up_ent_id_customer_id_pk" PRIMARY KEY("ent_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "welcomed_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "session" SET "welcomed_at" = "start_at" WHERE "is_welcomed";--> statement-breakpoint
ALTER TABLE "session" DROP COLUMN "is_welcomed";--> statement-breakpoint
ALTER TABLE "automation_log" ADD CONSTRAINT "automation_log_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_setting" ADD CONSTRAINT "automation_setting_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_log_step" ON "automation_log" USING btree ("ent_id","customer_id","session_id","step") WHERE type = 'followUp';--> statement-breakpoint
CREATE UNIQUE INDEX "automation_log_message" ON "automation_log" USING btree ("ent_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "automation_log_type" ON "automation_log" USING btree ("ent_id","type","at");--> statement-breakpoint
CREATE INDEX "automation_log_at" ON "automation_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "follow_up_due" ON "follow_up" USING btree ("due_at");
