CREATE TABLE "agent_presence" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_presence_ent_id_agent_id_pk" PRIMARY KEY("ent_id","agent_id")
);
--> statement-breakpoint
ALTER TABLE "agent_presence" ADD CONSTRAINT "agent_presence_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;