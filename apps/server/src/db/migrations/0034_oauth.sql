CREATE TABLE "oauth_app" (
	"client_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"secret_hash" "bytea",
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_empower" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"state" text NOT NULL,
	"code_challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_empower_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "oauth_grant" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_grant_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
CREATE TABLE "oauth_token" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"ent_id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"redirect_uri" text,
	"code_challenge" text,
	CONSTRAINT "oauth_token_kind" CHECK ("oauth_token"."kind" in ('code', 'access', 'refresh')),
	CONSTRAINT "oauth_token_code" CHECK (("oauth_token"."kind" = 'code') = ("oauth_token"."redirect_uri" is not null and "oauth_token"."code_challenge" is not null))
);
--> statement-breakpoint
ALTER TABLE "oauth_empower" ADD CONSTRAINT "oauth_empower_client_id_oauth_app_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_app"("client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_empower" ADD CONSTRAINT "oauth_empower_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_client_id_oauth_app_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_app"("client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_grant_fk" FOREIGN KEY ("ent_id","grant_id") REFERENCES "public"."oauth_grant"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_empower_expires" ON "oauth_empower" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_grant_one" ON "oauth_grant" USING btree ("ent_id","agent_id","client_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "oauth_grant_revoked" ON "oauth_grant" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "oauth_token_expires" ON "oauth_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_token_grant" ON "oauth_token" USING btree ("ent_id","grant_id");