CREATE TABLE "flow" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"graph" jsonb NOT NULL,
	"account_ids" uuid[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_version" integer,
	"published_draft" integer,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "flow_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "flow_status" CHECK ("flow"."status" in ('draft', 'published', 'disabled')),
	CONSTRAINT "flow_published" CHECK ("flow"."status" = 'draft' or "flow"."published_version" is not null)
);
--> statement-breakpoint
CREATE TABLE "flow_run" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"flow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"session_id" uuid,
	"state" jsonb,
	"call" jsonb,
	"epoch" integer,
	"handled_seq" bigint NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"reason" text DEFAULT '' NOT NULL,
	"has_lead" boolean DEFAULT false NOT NULL,
	CONSTRAINT "flow_run_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "flow_run_outcome" CHECK (("flow_run"."ended_at" is null) = ("flow_run"."outcome" is null)),
	CONSTRAINT "flow_run_outcome_known" CHECK ("flow_run"."outcome" in ('end', 'handoff', 'error', 'left', 'session', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "flow_version" (
	"ent_id" uuid NOT NULL,
	"flow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"graph" jsonb NOT NULL,
	"trigger" jsonb NOT NULL,
	"account_ids" uuid[] DEFAULT '{}' NOT NULL,
	"note" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flow_version_ent_id_flow_id_version_pk" PRIMARY KEY("ent_id","flow_id","version")
);
--> statement-breakpoint
ALTER TABLE "flow" ADD CONSTRAINT "flow_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_run" ADD CONSTRAINT "flow_run_version_fk" FOREIGN KEY ("ent_id","flow_id","version") REFERENCES "public"."flow_version"("ent_id","flow_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_run" ADD CONSTRAINT "flow_run_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_version" ADD CONSTRAINT "flow_version_fk" FOREIGN KEY ("ent_id","flow_id") REFERENCES "public"."flow"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_run_active" ON "flow_run" USING btree ("ent_id","customer_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "flow_run_due" ON "flow_run" USING btree ("due_at") WHERE ended_at is null and due_at is not null;--> statement-breakpoint
CREATE INDEX "flow_run_flow" ON "flow_run" USING btree ("ent_id","flow_id","started_at");