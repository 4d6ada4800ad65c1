CREATE TABLE "lead_repeat" (
	"ent_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lead_repeat_ent_id_lead_id_message_id_pk" PRIMARY KEY("ent_id","lead_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "lead_repeat" ADD CONSTRAINT "lead_repeat_lead_fk" FOREIGN KEY ("ent_id","lead_id") REFERENCES "public"."lead"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_repeat" ADD CONSTRAINT "lead_repeat_message_fk" FOREIGN KEY ("ent_id","message_id") REFERENCES "public"."customer_message"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_dup_of" ON "lead" USING btree ("ent_id","dup_of") WHERE dup_of is not null;--> statement-breakpoint
-- Lists say which of our people said the last message.
UPDATE "customer" c SET "last_message" = c."last_message" || jsonb_build_object('agentId', replace(m."agent_id"::text, '-', ''))
	FROM "customer_message" m
	WHERE c."last_message" IS NOT NULL AND m."ent_id" = c."ent_id" AND m."customer_id" = c."id" AND m."seq" = c."last_message_seq";
