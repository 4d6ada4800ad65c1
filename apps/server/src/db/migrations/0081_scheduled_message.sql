CREATE TABLE "scheduled_message" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"text" text NOT NULL,
	"reply" text,
	"send_at" timestamp (3) with time zone NOT NULL,
	"keep_on_reply" boolean NOT NULL,
	"is_confirmed" boolean NOT NULL,
	"owner_id" uuid,
	"inbound_seq" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scheduled_message_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "scheduled_message_state" CHECK ("scheduled_message"."state" in ('waiting', 'stopped', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "scheduled_message" ADD CONSTRAINT "scheduled_message_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_message" ADD CONSTRAINT "scheduled_message_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_message_due" ON "scheduled_message" USING btree ("send_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "scheduled_message_customer" ON "scheduled_message" USING btree ("ent_id","customer_id");