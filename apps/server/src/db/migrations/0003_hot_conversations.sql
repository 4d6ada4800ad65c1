DROP INDEX "conversation_updated";--> statement-breakpoint
DROP INDEX "topic_dm_unique";--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "updated_hour" timestamp (3) with time zone GENERATED ALWAYS AS (date_bin('1 hour', updated_at, '2000-01-01T00:00:00Z'::timestamptz)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "conversation_updated" ON "conversation" USING btree ("ent_id","owner_id","updated_hour") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "topic_dm_unique" ON "topic" USING btree ("ent_id","low","high") WHERE low is not null;