CREATE TABLE "certification" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_name" text NOT NULL,
	"credit_code" text NOT NULL,
	"legal_person" text NOT NULL,
	"license_url" text NOT NULL,
	"contact_name" text NOT NULL,
	"contact_telephone" text NOT NULL,
	"letter_url" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"submitted_by" uuid NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "certification_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "certification_status" CHECK ("certification"."status" in ('pending', 'passed', 'rejected')),
	CONSTRAINT "certification_subject_type" CHECK ("certification"."subject_type" in ('company', 'individual')),
	CONSTRAINT "certification_reviewed" CHECK (("certification"."status" = 'pending') = ("certification"."reviewed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "enterprise" ADD COLUMN "certified_at" timestamp (3) with time zone;--> statement-breakpoint
-- Enterprises of before stay without limits.
UPDATE "enterprise" SET "certified_at" = "created_at";--> statement-breakpoint
ALTER TABLE "certification" ADD CONSTRAINT "certification_agent_fk" FOREIGN KEY ("ent_id","submitted_by") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certification_open" ON "certification" USING btree ("ent_id") WHERE status <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX "certification_subject" ON "certification" USING btree ("credit_code") WHERE status = 'passed';