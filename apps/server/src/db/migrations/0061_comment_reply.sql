CREATE TABLE "comment_reply" (
	"ent_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"post_id" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"comment_id" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"customer_id" uuid,
	"answered_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "comment_reply_ent_id_relation_id_post_id_author_id_pk" PRIMARY KEY("ent_id","relation_id","post_id","author_id"),
	CONSTRAINT "comment_reply_answered" CHECK ("comment_reply"."answered_at" is null or "comment_reply"."customer_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "automation_setting" DROP CONSTRAINT "automation_setting_key";--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "comment_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_reply" ADD CONSTRAINT "comment_reply_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reply" ADD CONSTRAINT "comment_reply_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_reply_due" ON "comment_reply" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "comment_reply_customer" ON "comment_reply" USING btree ("ent_id","customer_id");--> statement-breakpoint
ALTER TABLE "automation_setting" ADD CONSTRAINT "automation_setting_key" CHECK ("automation_setting"."key" in ('followUp', 'comment', 'autoArchive', 'leadPush', 'global'));