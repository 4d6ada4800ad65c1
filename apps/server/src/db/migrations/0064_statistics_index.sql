DROP INDEX "session_first_human";--> statement-breakpoint
ALTER TABLE "stat_customer" ADD COLUMN "is_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "session_first_human" ON "session" USING btree ("ent_id","start_at","relation_id","first_human_by","first_human_at","first_human_from","first_own_at","reception_path") WHERE first_human_at is not null;
