CREATE TABLE "daily_push" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"enabled" boolean NOT NULL,
	"time" text NOT NULL,
	"targets" jsonb NOT NULL,
	"sent_day" date,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "daily_push_ent_id_agent_id_pk" PRIMARY KEY("ent_id","agent_id")
);
--> statement-breakpoint
ALTER TABLE "daily_push" ADD CONSTRAINT "daily_push_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;