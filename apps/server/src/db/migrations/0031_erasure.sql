CREATE TABLE "erasure" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"platform_user_id" text NOT NULL,
	"conversation_key" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "erasure_ent_id_customer_id_pk" PRIMARY KEY("ent_id","customer_id"),
	CONSTRAINT "erasure_state" CHECK ("erasure"."state" in ('requested', 'erased', 'done')),
	CONSTRAINT "erasure_due_at" CHECK (("erasure"."state" = 'done') = ("erasure"."due_at" is null)),
	CONSTRAINT "erasure_person" CHECK ("erasure"."state" <> 'done' or ("erasure"."platform_user_id" = '' and "erasure"."conversation_key" = ''))
);
--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_agent_fk" FOREIGN KEY ("ent_id","requested_by") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasure_due" ON "erasure" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "attachment_topic" ON "attachment" USING btree ("ent_id","topic_id") WHERE topic_id is not null;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_erased" CHECK ("customer"."erased_at" is null or ("customer"."archive" and "customer"."agent_id" is null and "customer"."session_id" is null));--> statement-breakpoint
-- Lists and counts of archived customers leave erased ones out.
CREATE TRIGGER customer_touch_erased AFTER UPDATE OF "erased_at" ON "customer" FOR EACH ROW EXECUTE FUNCTION customer_touch();
