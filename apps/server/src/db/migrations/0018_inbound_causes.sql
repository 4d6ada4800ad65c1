CREATE TABLE "inbound_cause" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"message_seq" bigint NOT NULL,
	"what" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inbound_cause_ent_id_customer_id_message_seq_pk" PRIMARY KEY("ent_id","customer_id","message_seq")
);
--> statement-breakpoint
ALTER TABLE "inbound_cause" ADD CONSTRAINT "inbound_cause_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_cause_due" ON "inbound_cause" USING btree ("due_at","message_seq");
