DROP INDEX "customer_owner";--> statement-breakpoint
ALTER TABLE "customer_tally" ADD COLUMN "ads" integer NOT NULL DEFAULT 0;--> statement-breakpoint
ALTER TABLE "customer_tally" ADD COLUMN "sent" integer NOT NULL DEFAULT 0;--> statement-breakpoint
CREATE INDEX "customer_seat_read" ON "customer_seat" USING btree ("ent_id","agent_id","customer_id","read_inbound","marked_unread");--> statement-breakpoint
CREATE INDEX "customer_owner" ON "customer" USING btree ("ent_id","agent_id","archive","last_message_at","id","relation_id","reception_type","ai_off_reason","waiting_since","lead_status","by_ad","last_outbound_status","last_inbound_at","inbound_count","tag_ids");--> statement-breakpoint
ALTER TABLE "customer_tally" ALTER COLUMN "ads" DROP DEFAULT, ALTER COLUMN "sent" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "customer_seat" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
CREATE OR REPLACE FUNCTION customer_tally_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO customer_tally (ent_id, agent_id, archive, reception_type, source, relation_id, count, waiting, leads, ads, sent, failed)
	SELECT ent_id, agent_id, archive, reception_type, source, relation_id, count(*), count(waiting_since), count(lead_status),
		count(*) FILTER (WHERE by_ad), count(*) FILTER (WHERE last_outbound_status = 1), count(*) FILTER (WHERE last_outbound_status = 2)
	FROM now_rows GROUP BY 1, 2, 3, 4, 5, 6;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION customer_tally_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO customer_tally (ent_id, agent_id, archive, reception_type, source, relation_id, count, waiting, leads, ads, sent, failed)
	SELECT ent_id, agent_id, archive, reception_type, source, relation_id, sum(n), sum(waiting), sum(leads), sum(ads), sum(sent), sum(failed)
	FROM (
		SELECT ent_id, agent_id, archive, reception_type, source, relation_id, 1 AS n, (waiting_since IS NOT NULL)::int AS waiting,
			(lead_status IS NOT NULL)::int AS leads, by_ad::int AS ads, (last_outbound_status IS NOT DISTINCT FROM 1)::int AS sent,
			(last_outbound_status IS NOT DISTINCT FROM 2)::int AS failed FROM now_rows
		UNION ALL
		SELECT ent_id, agent_id, archive, reception_type, source, relation_id, -1, -(waiting_since IS NOT NULL)::int,
			-(lead_status IS NOT NULL)::int, -by_ad::int, -(last_outbound_status IS NOT DISTINCT FROM 1)::int,
			-(last_outbound_status IS NOT DISTINCT FROM 2)::int FROM old_rows
	) d GROUP BY 1, 2, 3, 4, 5, 6
	HAVING sum(n) <> 0 OR sum(waiting) <> 0 OR sum(leads) <> 0 OR sum(ads) <> 0 OR sum(sent) <> 0 OR sum(failed) <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION customer_tally_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO customer_tally (ent_id, agent_id, archive, reception_type, source, relation_id, count, waiting, leads, ads, sent, failed)
	SELECT ent_id, agent_id, archive, reception_type, source, relation_id, -count(*), -count(waiting_since), -count(lead_status),
		-count(*) FILTER (WHERE by_ad), -count(*) FILTER (WHERE last_outbound_status = 1), -count(*) FILTER (WHERE last_outbound_status = 2)
	FROM old_rows GROUP BY 1, 2, 3, 4, 5, 6;
	RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM "customer_tally";--> statement-breakpoint
INSERT INTO "customer_tally" ("ent_id", "agent_id", "archive", "reception_type", "source", "relation_id", "count", "waiting", "leads", "ads", "sent", "failed", "is_sum")
SELECT ent_id, agent_id, archive, reception_type, source, relation_id, count(*), count(waiting_since), count(lead_status),
	count(*) FILTER (WHERE by_ad), count(*) FILTER (WHERE last_outbound_status = 1), count(*) FILTER (WHERE last_outbound_status = 2), true
FROM "customer" GROUP BY 1, 2, 3, 4, 5, 6;