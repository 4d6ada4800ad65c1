-- A lock that is not there soon is given up, since all answers wait behind it; the migration is tried again (migrate.ts).
SET LOCAL lock_timeout = '2s';--> statement-breakpoint
CREATE TABLE "thread_summary" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"up_to_seq" bigint NOT NULL,
	"messages_key" text NOT NULL,
	"text" text NOT NULL,
	"steps" jsonb NOT NULL,
	"agent_id" uuid NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thread_summary_ent_id_customer_id_pk" PRIMARY KEY("ent_id","customer_id")
);
--> statement-breakpoint
-- customer before point_ledger, as a node that charges an answer locks them.
ALTER TABLE "thread_summary" ADD CONSTRAINT "thread_summary_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_ledger" DROP CONSTRAINT "point_ledger_item";--> statement-breakpoint
-- Every row passed the former check, which allowed less: none is read again.
ALTER TABLE "point_ledger" ADD CONSTRAINT "point_ledger_item" CHECK ("point_ledger"."item" in ('ai_reply', 'image', 'follow_up', 'comment', 'judgement', 'knowledge', 'assist')) NOT VALID;--> statement-breakpoint
SET LOCAL lock_timeout TO DEFAULT;
