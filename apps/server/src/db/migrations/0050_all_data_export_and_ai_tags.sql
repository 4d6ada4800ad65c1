ALTER TABLE "export_job" DROP CONSTRAINT "export_job_rows";--> statement-breakpoint
DROP INDEX "tag_auto";--> statement-breakpoint
ALTER TABLE "export_job" ALTER COLUMN "bytes" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "tag" ADD COLUMN "ai_prompt" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "tag_auto" ON "tag" USING btree ("ent_id") WHERE kind in ('auto', 'ai');--> statement-breakpoint
ALTER TABLE "export_job" ADD CONSTRAINT "export_job_rows" CHECK ("export_job"."rows" >= 0 and ("export_job"."rows" <= 200000 or "export_job"."request" ->> 'type' = 'all'));--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_ai_kind" CHECK (("tag"."ai_prompt" <> '') = ("tag"."kind" = 'ai'));