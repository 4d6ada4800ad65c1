CREATE TABLE "chat_token" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "chat_token_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "chat_user" (
	"ent_id" uuid NOT NULL,
	"id" text NOT NULL,
	"password_hash" text,
	"display_name" text DEFAULT '' NOT NULL,
	"avatar" text DEFAULT '' NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"locale" text DEFAULT '' NOT NULL,
	"public_key" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"allow_guest" boolean DEFAULT true NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_user_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "relation" (
	"ent_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"target_id" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"is_star" boolean DEFAULT false NOT NULL,
	"is_contact" boolean DEFAULT false NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"chat_allowed" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "relation_ent_id_user_id_target_id_pk" PRIMARY KEY("ent_id","user_id","target_id")
);
--> statement-breakpoint
CREATE TABLE "attachment" (
	"key" text PRIMARY KEY NOT NULL,
	"ent_id" uuid NOT NULL,
	"uploader_id" text NOT NULL,
	"topic_id" uuid,
	"is_private" boolean NOT NULL,
	"file_name" text NOT NULL,
	"ext" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation" (
	"ent_id" uuid NOT NULL,
	"owner_id" text NOT NULL,
	"topic_id" uuid NOT NULL,
	"sticky" boolean DEFAULT false NOT NULL,
	"mute" boolean DEFAULT false NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"start_seq" bigint DEFAULT 0 NOT NULL,
	"last_read_seq" bigint DEFAULT 0 NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"last_message_seq" bigint,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "conversation_ent_id_owner_id_topic_id_pk" PRIMARY KEY("ent_id","owner_id","topic_id"),
	CONSTRAINT "conversation_unread" CHECK ("conversation"."unread" >= 0)
);
--> statement-breakpoint
CREATE TABLE "conversation_clock" (
	"ent_id" uuid NOT NULL,
	"owner_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversation_clock_ent_id_owner_id_pk" PRIMARY KEY("ent_id","owner_id")
);
--> statement-breakpoint
CREATE TABLE "hidden_message" (
	"ent_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"topic_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "hidden_message_ent_id_user_id_topic_id_seq_pk" PRIMARY KEY("ent_id","user_id","topic_id","seq")
);
--> statement-breakpoint
CREATE TABLE "knock" (
	"ent_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"memo" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"admin_id" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "knock_ent_id_topic_id_user_id_pk" PRIMARY KEY("ent_id","topic_id","user_id"),
	CONSTRAINT "knock_status" CHECK ("knock"."status" in ('pending', 'accepted', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "message" (
	"ent_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"chat_id" text NOT NULL,
	"sender_id" text NOT NULL,
	"content" jsonb NOT NULL,
	"is_readable" boolean NOT NULL,
	"is_recalled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_ent_id_topic_id_seq_pk" PRIMARY KEY("ent_id","topic_id","seq"),
	CONSTRAINT "message_seq" CHECK ("message"."seq" > 0)
);
--> statement-breakpoint
CREATE TABLE "topic" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"low" text,
	"high" text,
	"owner_id" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"needs_approval" boolean DEFAULT true NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"notice" jsonb,
	"silent_until" timestamp (3) with time zone,
	"dismissed_at" timestamp (3) with time zone,
	"refused_senders" text[] DEFAULT '{}' NOT NULL,
	"member_version" integer DEFAULT 1 NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "topic_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "topic_kind" CHECK ("topic"."kind" in ('dm', 'group', 'customer')),
	CONSTRAINT "topic_dm_ends" CHECK (("topic"."kind" = 'dm') = ("topic"."low" is not null and "topic"."high" is not null)),
	CONSTRAINT "topic_dm_order" CHECK ("topic"."low" collate "C" <= "topic"."high" collate "C")
);
--> statement-breakpoint
CREATE TABLE "topic_member" (
	"ent_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"silent_until" timestamp (3) with time zone,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"start_seq" bigint DEFAULT 0 NOT NULL,
	"left_at" timestamp (3) with time zone,
	"left_seq" bigint,
	CONSTRAINT "topic_member_ent_id_topic_id_user_id_pk" PRIMARY KEY("ent_id","topic_id","user_id"),
	CONSTRAINT "topic_member_role" CHECK ("topic_member"."role" in ('owner', 'admin', 'member')),
	CONSTRAINT "topic_member_left" CHECK (("topic_member"."left_at" is null) = ("topic_member"."left_seq" is null))
);
--> statement-breakpoint
ALTER TABLE "agent" ALTER COLUMN "status" SET DEFAULT 'invisible';--> statement-breakpoint
ALTER TABLE "chat_token" ADD CONSTRAINT "chat_token_user_fk" FOREIGN KEY ("ent_id","user_id") REFERENCES "public"."chat_user"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_topic_fk" FOREIGN KEY ("ent_id","topic_id") REFERENCES "public"."topic"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_message" ADD CONSTRAINT "hidden_message_fk" FOREIGN KEY ("ent_id","topic_id","seq") REFERENCES "public"."message"("ent_id","topic_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knock" ADD CONSTRAINT "knock_topic_fk" FOREIGN KEY ("ent_id","topic_id") REFERENCES "public"."topic"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_topic_fk" FOREIGN KEY ("ent_id","topic_id") REFERENCES "public"."topic"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_member" ADD CONSTRAINT "topic_member_topic_fk" FOREIGN KEY ("ent_id","topic_id") REFERENCES "public"."topic"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_token_hash" ON "chat_token" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "chat_token_expires" ON "chat_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "relation_blocked" ON "relation" USING btree ("ent_id","user_id") WHERE is_blocked;--> statement-breakpoint
CREATE INDEX "attachment_uploader" ON "attachment" USING btree ("ent_id","uploader_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_updated" ON "conversation" USING btree ("ent_id","owner_id","updated_at");--> statement-breakpoint
CREATE INDEX "conversation_removed" ON "conversation" USING btree ("ent_id","owner_id","removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_chat_id" ON "message" USING btree ("ent_id","topic_id","chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "topic_dm_unique" ON "topic" USING btree ("ent_id","low","high");--> statement-breakpoint
CREATE INDEX "topic_member_user" ON "topic_member" USING btree ("ent_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "topic_member_owner" ON "topic_member" USING btree ("ent_id","topic_id") WHERE role = 'owner';