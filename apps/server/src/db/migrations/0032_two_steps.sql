CREATE TABLE "agent_totp" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_step" bigint NOT NULL,
	"enabled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_totp_ent_id_agent_id_pk" PRIMARY KEY("ent_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_code_ent_id_agent_id_hash_pk" PRIMARY KEY("ent_id","agent_id","hash")
);
--> statement-breakpoint
ALTER TABLE "role" ADD COLUMN "requires_totp" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_totp" ADD CONSTRAINT "agent_totp_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_totp_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent_totp"("ent_id","agent_id") ON DELETE cascade ON UPDATE no action;