CREATE TABLE "home_dismissal" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"item" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "home_dismissal_ent_id_agent_id_item_pk" PRIMARY KEY("ent_id","agent_id","item")
);
--> statement-breakpoint
ALTER TABLE "home_dismissal" ADD CONSTRAINT "home_dismissal_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;