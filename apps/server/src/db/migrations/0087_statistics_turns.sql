-- Rows have another form: they are computed again from facts, which figures are read from until then.
INSERT INTO "stat_dirty" ("ent_id", "hour") SELECT DISTINCT "ent_id", date_trunc('hour', "start_at", 'UTC') FROM "stat_hour";--> statement-breakpoint
DELETE FROM "stat_state";--> statement-breakpoint
TRUNCATE "stat_hour";--> statement-breakpoint
ALTER TABLE "stat_hour" ADD COLUMN "turns" "bytea" NOT NULL;
