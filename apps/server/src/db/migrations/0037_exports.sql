CREATE TABLE "export_job" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"request" jsonb NOT NULL,
	"filter_text" text NOT NULL,
	"has_customers" boolean NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"bytes" integer,
	"run" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "export_job_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "export_job_status" CHECK ("export_job"."status" in ('waiting', 'running', 'done', 'failed')),
	CONSTRAINT "export_job_due_at" CHECK (("export_job"."status" in ('waiting', 'running')) = ("export_job"."due_at" is not null)),
	CONSTRAINT "export_job_done" CHECK (("export_job"."status" = 'done') = ("export_job"."bytes" is not null)),
	CONSTRAINT "export_job_error" CHECK (("export_job"."status" = 'failed') = ("export_job"."error" <> '')),
	CONSTRAINT "export_job_rows" CHECK ("export_job"."rows" between 0 and 200000)
);
--> statement-breakpoint
ALTER TABLE "export_job" ADD CONSTRAINT "export_job_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_job_due" ON "export_job" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "export_job_agent" ON "export_job" USING btree ("ent_id","agent_id","id");--> statement-breakpoint
CREATE INDEX "export_job_expire" ON "export_job" USING btree ("expire_at");