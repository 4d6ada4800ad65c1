CREATE TABLE "follow_up_send" (
	"ent_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"woken_at" timestamp (3) with time zone,
	CONSTRAINT "follow_up_send_ent_id_message_id_pk" PRIMARY KEY("ent_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "stat_customer" DROP CONSTRAINT "stat_customer_flags";--> statement-breakpoint
ALTER TABLE "ai_run_message" ADD COLUMN "rating" text;--> statement-breakpoint
CREATE INDEX "follow_up_send_sent" ON "follow_up_send" USING btree ("ent_id","sent_at");--> statement-breakpoint
CREATE INDEX "follow_up_send_customer" ON "follow_up_send" USING btree ("ent_id","customer_id","sent_at");--> statement-breakpoint
ALTER TABLE "ai_run_message" ADD CONSTRAINT "ai_run_message_rating" CHECK ("ai_run_message"."rating" in ('good', 'bad'));--> statement-breakpoint
ALTER TABLE "stat_customer" ADD CONSTRAINT "stat_customer_flags" CHECK ("stat_customer"."flags" between 1 and 8191);--> statement-breakpoint-- Figures outlive the words: a rating stays when its feedback is deleted.
UPDATE "ai_run_message" m SET "rating" = f."rating" FROM "message_feedback" f
WHERE f."ent_id" = m."ent_id" AND f."message_id" = m."message_id" AND f."rating" <> 'none';--> statement-breakpoint
CREATE FUNCTION rate_ai_message() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE ai_run_message SET rating = nullif(NEW.rating, 'none') WHERE ent_id = NEW.ent_id AND message_id = NEW.message_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER message_feedback_rating AFTER INSERT OR UPDATE ON "message_feedback" FOR EACH ROW EXECUTE FUNCTION rate_ai_message();--> statement-breakpoint
DROP TRIGGER message_feedback_stat_insert ON "message_feedback";--> statement-breakpoint
DROP TRIGGER message_feedback_stat_update ON "message_feedback";--> statement-breakpoint
DROP TRIGGER message_feedback_stat_delete ON "message_feedback";--> statement-breakpoint
CREATE OR REPLACE FUNCTION stat_mark_rating() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT r.ent_id, date_trunc('hour', r.started_at, 'UTC')
  FROM changed c JOIN ai_run r ON r.ent_id = c.ent_id AND r.id = c.run_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ai_run_message_stat_update AFTER UPDATE ON "ai_run_message" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stat_mark_rating();--> statement-breakpoint
INSERT INTO "follow_up_send" ("ent_id", "message_id", "customer_id", "relation_id", "session_id", "sent_at", "woken_at")
SELECT l."ent_id", l."message_id", l."customer_id", l."relation_id", l."session_id", x."created_at",
  (SELECT min(y."created_at") FROM "customer_message" c
    JOIN "message" y ON y."ent_id" = c."ent_id" AND y."topic_id" = c."customer_id" AND y."seq" = c."seq"
    WHERE c."ent_id" = l."ent_id" AND c."customer_id" = l."customer_id" AND c."seq" > m."seq" AND c."sender_kind" = 'customer'
      AND y."created_at" < x."created_at" + interval '24 hours')
FROM "automation_log" l
  JOIN "customer_message" m ON m."ent_id" = l."ent_id" AND m."id" = l."message_id" AND m."status" = 1
  JOIN "message" x ON x."ent_id" = m."ent_id" AND x."topic_id" = m."customer_id" AND x."seq" = m."seq"
WHERE l."type" = 'followUp' AND l."result" = 'sent';--> statement-breakpoint
CREATE FUNCTION stat_mark_follow_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT ent_id, date_trunc('hour', sent_at, 'UTC') FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER follow_up_send_stat_insert AFTER INSERT ON "follow_up_send" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stat_mark_follow_up();--> statement-breakpoint
CREATE TRIGGER follow_up_send_stat_update AFTER UPDATE ON "follow_up_send" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stat_mark_follow_up();--> statement-breakpoint
CREATE TRIGGER follow_up_send_stat_delete AFTER DELETE ON "follow_up_send" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stat_mark_follow_up();--> statement-breakpoint
-- Which contact of a customer is the first one, and whether a card or a follow-up led to one, depends on the customer's other contacts.
CREATE OR REPLACE FUNCTION stat_mark_lead() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT ent_id, date_trunc('hour', created_at, 'UTC') FROM changed
    UNION SELECT l.ent_id, date_trunc('hour', l.created_at, 'UTC')
      FROM changed c JOIN lead l ON l.ent_id = c.ent_id AND l.customer_id = c.customer_id
    UNION SELECT s.ent_id, date_trunc('hour', s.sent_at, 'UTC')
      FROM changed c JOIN card_send s ON s.ent_id = c.ent_id AND s.customer_id = c.customer_id
        AND s.sent_at <= c.created_at AND s.sent_at > c.created_at - interval '24 hours'
    UNION SELECT f.ent_id, date_trunc('hour', f.sent_at, 'UTC')
      FROM changed c JOIN follow_up_send f ON f.ent_id = c.ent_id AND f.customer_id = c.customer_id
        AND f.sent_at <= c.created_at AND f.sent_at > c.created_at - interval '24 hours';
  RETURN NULL;
END $$;--> statement-breakpoint
-- Facts of a session are counted under its agents, reception types and origin: a change of them concerns every hour until its last fact,
-- which may be no message.
CREATE OR REPLACE FUNCTION stat_mark_session_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT c.ent_id, date_trunc('hour', c.start_at, 'UTC') + n * interval '1 hour'
  FROM changed c JOIN before b USING (ent_id, id) CROSS JOIN LATERAL generate_series(0, CASE
    WHEN c.agent_ids = b.agent_ids AND c.reception_path = b.reception_path AND c.entry IS NOT DISTINCT FROM b.entry THEN 0
    ELSE 1 + ceil(extract(epoch FROM greatest(c.start_at, c.last_message_at,
      (SELECT max(v.slot) FROM customer_activity v WHERE v.ent_id = c.ent_id AND v.session_id = c.id),
      (SELECT max(o.at) FROM owner_change o WHERE o.ent_id = c.ent_id AND o.session_id = c.id),
      (SELECT max(greatest(s.sent_at, s.submitted_at)) FROM card_send s
        WHERE s.ent_id = c.ent_id AND s.customer_id = c.customer_id AND s.session_id = c.id),
      (SELECT max(f.sent_at) FROM follow_up_send f
        WHERE f.ent_id = c.ent_id AND f.customer_id = c.customer_id AND f.session_id = c.id),
      (SELECT max(l.created_at) FROM lead l
        WHERE l.ent_id = c.ent_id AND l.customer_id = c.customer_id AND l.session_id = c.id)) - c.start_at) / 3600)::int END) n;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Contacts, cards, answers, ratings and charges are counted under the agents of their session from now on.
INSERT INTO "stat_dirty"
  SELECT "ent_id", date_trunc('hour', "created_at", 'UTC') AS "hour" FROM "lead"
  UNION SELECT "ent_id", date_trunc('hour', "sent_at", 'UTC') FROM "card_send"
  UNION SELECT "ent_id", date_trunc('hour', "submitted_at", 'UTC') FROM "card_send" WHERE "submitted_at" IS NOT NULL
  UNION SELECT "ent_id", date_trunc('hour', "sent_at", 'UTC') FROM "follow_up_send"
  UNION SELECT "ent_id", date_trunc('hour', "started_at", 'UTC') FROM "ai_run"
  UNION SELECT "ent_id", date_trunc('hour', "at", 'UTC') FROM "point_ledger";
