CREATE TABLE "agent" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	"name" text NOT NULL,
	"telephone" text NOT NULL,
	"password_hash" text NOT NULL,
	"avatar" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'online' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"last_login_ip" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "agent_status" CHECK ("agent"."status" in ('online', 'invisible'))
);
--> statement-breakpoint
CREATE TABLE "role" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"builtin" text,
	"description" text DEFAULT '' NOT NULL,
	"permissions" text[] NOT NULL,
	"customer_scope" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "role_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "role_builtin" CHECK ("role"."builtin" in ('admin', 'supervisor', 'agent', 'operator', 'readOnly')),
	CONSTRAINT "role_customer_scope" CHECK ("role"."customer_scope" in ('own', 'all'))
);
--> statement-breakpoint
CREATE TABLE "auth_session" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoke_reason" text,
	CONSTRAINT "auth_session_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "auth_session_reason" CHECK ("auth_session"."revoke_reason" in ('logout', 'kick_self', 'kick_by_password_updated', 'forced')),
	CONSTRAINT "auth_session_revoked" CHECK (("auth_session"."revoked_at" is null) = ("auth_session"."revoke_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "captcha" (
	"id" uuid PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enterprise" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"short_name" text DEFAULT '' NOT NULL,
	"timezone" text DEFAULT 'Asia/Shanghai' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event" (
	"ent_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"audience" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_ent_id_seq_pk" PRIMARY KEY("ent_id","seq")
);
--> statement-breakpoint
CREATE TABLE "event_head" (
	"ent_id" uuid PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL,
	"purged_to" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_answer" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"answer" "bytea"
);
--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_role_fk" FOREIGN KEY ("ent_id","role_id") REFERENCES "public"."role"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_head" ADD CONSTRAINT "event_head_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_telephone_unique" ON "agent" USING btree ("telephone");--> statement-breakpoint
CREATE INDEX "agent_role" ON "agent" USING btree ("ent_id","role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "role_name_unique" ON "role" USING btree ("ent_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "role_builtin_unique" ON "role" USING btree ("ent_id","builtin");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_session_token" ON "auth_session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "auth_session_agent" ON "auth_session" USING btree ("ent_id","agent_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "auth_session_last_used" ON "auth_session" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "captcha_expires" ON "captcha" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttle_window" ON "throttle" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "event_created" ON "event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "request_answer_claimed" ON "request_answer" USING btree ("claimed_at");