CREATE TABLE "agent_online" (
	"ent_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_online_ent_id_agent_id_start_at_pk" PRIMARY KEY("ent_id","agent_id","start_at")
);
--> statement-breakpoint
CREATE TABLE "agent_reply" (
	"ent_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"slot" timestamp (3) with time zone NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"replies" integer NOT NULL,
	CONSTRAINT "agent_reply_ent_id_session_id_agent_id_slot_pk" PRIMARY KEY("ent_id","session_id","agent_id","slot")
);
--> statement-breakpoint
CREATE TABLE "card_send" (
	"ent_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"agent_id" uuid,
	"card_id" text NOT NULL,
	"type" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	CONSTRAINT "card_send_ent_id_message_id_pk" PRIMARY KEY("ent_id","message_id"),
	CONSTRAINT "card_send_type" CHECK ("card_send"."type" in ('contact', 'lead_form', 'landing_page', 'note', 'goods', 'service', 'mini_program'))
);
--> statement-breakpoint
CREATE TABLE "customer_activity" (
	"ent_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"slot" timestamp (3) with time zone NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"own_messages" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customer_activity_ent_id_session_id_slot_pk" PRIMARY KEY("ent_id","session_id","slot")
);
--> statement-breakpoint
CREATE TABLE "owner_change" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"agent_id" uuid,
	"from_agent_id" uuid,
	CONSTRAINT "owner_change_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "owner_change_kind" CHECK ("owner_change"."kind" in ('receive', 'transfer', 'timeout'))
);
--> statement-breakpoint
CREATE TABLE "stat_customer" (
	"ent_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"relation_id" uuid NOT NULL,
	"agent_ids" uuid[] NOT NULL,
	"receptions" smallint NOT NULL,
	"by_ad" boolean NOT NULL,
	"customer_id" uuid NOT NULL,
	"content_id" text NOT NULL,
	"ad_id" text NOT NULL,
	"ad_name" text NOT NULL,
	"flags" integer NOT NULL,
	CONSTRAINT "stat_customer_flags" CHECK ("stat_customer"."flags" between 1 and 1023)
);
--> statement-breakpoint
CREATE TABLE "stat_dirty" (
	"ent_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stat_state" (
	"ent_id" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"checked_on" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stat_sum" (
	"ent_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"relation_id" uuid NOT NULL,
	"agent_ids" uuid[] NOT NULL,
	"receptions" smallint NOT NULL,
	"by_ad" boolean NOT NULL,
	"sessions" bigint DEFAULT 0 NOT NULL,
	"valid_sessions" bigint DEFAULT 0 NOT NULL,
	"talked_sessions" bigint DEFAULT 0 NOT NULL,
	"three_sessions" bigint DEFAULT 0 NOT NULL,
	"ai_sessions" bigint DEFAULT 0 NOT NULL,
	"ai_alone" bigint DEFAULT 0 NOT NULL,
	"handoff_sessions" bigint DEFAULT 0 NOT NULL,
	"card_sessions" bigint DEFAULT 0 NOT NULL,
	"session_sec" bigint DEFAULT 0 NOT NULL,
	"session_turns" bigint DEFAULT 0 NOT NULL,
	"ended_unanswered" bigint DEFAULT 0 NOT NULL,
	"ai_first_sessions" bigint DEFAULT 0 NOT NULL,
	"ai_first_sec" bigint DEFAULT 0 NOT NULL,
	"human_first_sessions" bigint DEFAULT 0 NOT NULL,
	"human_first_sec" bigint DEFAULT 0 NOT NULL,
	"first_in_30s" bigint DEFAULT 0 NOT NULL,
	"first_in_1m" bigint DEFAULT 0 NOT NULL,
	"first_in_3m" bigint DEFAULT 0 NOT NULL,
	"first_over_3m" bigint DEFAULT 0 NOT NULL,
	"first_none" bigint DEFAULT 0 NOT NULL,
	"turns" bigint DEFAULT 0 NOT NULL,
	"turns_in_30s" bigint DEFAULT 0 NOT NULL,
	"turns_in_1m" bigint DEFAULT 0 NOT NULL,
	"turns_in_3m" bigint DEFAULT 0 NOT NULL,
	"human_turns" bigint DEFAULT 0 NOT NULL,
	"human_turn_sec" bigint DEFAULT 0 NOT NULL,
	"ai_turns" bigint DEFAULT 0 NOT NULL,
	"ai_turn_sec" bigint DEFAULT 0 NOT NULL,
	"leads" bigint DEFAULT 0 NOT NULL,
	"ai_leads" bigint DEFAULT 0 NOT NULL,
	"cards_sent" bigint DEFAULT 0 NOT NULL,
	"forms_sent" bigint DEFAULT 0 NOT NULL,
	"forms_submitted" bigint DEFAULT 0 NOT NULL,
	"answers" bigint DEFAULT 0 NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"good_ratings" bigint DEFAULT 0 NOT NULL,
	"bad_ratings" bigint DEFAULT 0 NOT NULL,
	"ratings" bigint DEFAULT 0 NOT NULL,
	"points" bigint DEFAULT 0 NOT NULL,
	"replies" bigint DEFAULT 0 NOT NULL,
	"transfer_in" bigint DEFAULT 0 NOT NULL,
	"transfer_out" bigint DEFAULT 0 NOT NULL,
	"timeout_return" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "first_human_by" uuid;--> statement-breakpoint
ALTER TABLE "agent_online" ADD CONSTRAINT "agent_online_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_activity" ADD CONSTRAINT "customer_activity_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stat_state" ADD CONSTRAINT "stat_state_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_reply_slot" ON "agent_reply" USING btree ("ent_id","slot");--> statement-breakpoint
CREATE INDEX "card_send_sent" ON "card_send" USING btree ("ent_id","sent_at");--> statement-breakpoint
CREATE INDEX "card_send_submitted" ON "card_send" USING btree ("ent_id","submitted_at") WHERE submitted_at is not null;--> statement-breakpoint
CREATE INDEX "card_send_customer" ON "card_send" USING btree ("ent_id","customer_id","sent_at");--> statement-breakpoint
CREATE INDEX "customer_activity_slot" ON "customer_activity" USING btree ("ent_id","slot","relation_id");--> statement-breakpoint
CREATE INDEX "owner_change_at" ON "owner_change" USING btree ("ent_id","at");--> statement-breakpoint
CREATE INDEX "owner_change_session" ON "owner_change" USING btree ("ent_id","session_id","at");--> statement-breakpoint
CREATE INDEX "stat_customer_start" ON "stat_customer" USING btree ("ent_id","grain","start_at");--> statement-breakpoint
CREATE INDEX "stat_dirty_ent" ON "stat_dirty" USING btree ("ent_id");--> statement-breakpoint
CREATE INDEX "stat_sum_start" ON "stat_sum" USING btree ("ent_id","grain","start_at");--> statement-breakpoint
CREATE INDEX "ai_run_started" ON "ai_run" USING btree ("ent_id","started_at");--> statement-breakpoint
CREATE INDEX "session_first_human" ON "session" USING btree ("ent_id","start_at") WHERE first_human_at is not null;--> statement-breakpoint
INSERT INTO "customer_activity" ("ent_id", "session_id", "slot", "customer_id", "relation_id", "is_first", "own_messages")
SELECT h."ent_id", s."id", h."hour", h."customer_id", h."relation_id", h."is_first", h."own_messages"
FROM "customer_hour" h CROSS JOIN LATERAL (
  SELECT s."id" FROM "session" s
  WHERE s."ent_id" = h."ent_id" AND s."customer_id" = h."customer_id" AND s."start_at" < h."hour" + interval '1 hour'
  ORDER BY s."start_at" DESC LIMIT 1) s;--> statement-breakpoint
DROP TABLE "customer_hour" CASCADE;--> statement-breakpoint
UPDATE "session" SET "first_human_by" = "first_agent_id" WHERE "first_human_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "agent_reply" ("ent_id", "session_id", "agent_id", "slot", "customer_id", "relation_id", "replies")
SELECT m."ent_id", m."session_id", m."agent_id", date_bin('15 minutes', x."created_at", timestamptz '2000-01-01 00:00:00Z'),
  m."customer_id", m."relation_id", count(*)
FROM "customer_message" m
  JOIN "message" x ON x."ent_id" = m."ent_id" AND x."topic_id" = m."customer_id" AND x."seq" = m."seq"
WHERE m."sender_kind" = 'human' AND m."agent_id" IS NOT NULL AND m."session_id" IS NOT NULL
GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
INSERT INTO "card_send" ("ent_id", "message_id", "customer_id", "relation_id", "session_id", "agent_id", "card_id", "type", "sent_at")
SELECT m."ent_id", m."id", m."customer_id", m."relation_id", m."session_id", m."agent_id", x."content" #>> '{extra,cardId}',
  x."content" #>> '{extra,cardType}', coalesce(m."platform_time", x."created_at")
FROM "customer_message" m
  JOIN "message" x ON x."ent_id" = m."ent_id" AND x."topic_id" = m."customer_id" AND x."seq" = m."seq"
WHERE m."sender_kind" IN ('human', 'ai', 'flow') AND m."status" = 1 AND x."content" #>> '{extra,cardId}' IS NOT NULL
  AND x."content" #>> '{extra,cardType}' IN
    ('contact', 'lead_form', 'landing_page', 'note', 'goods', 'service', 'mini_program');--> statement-breakpoint
-- Marks the hours of changed facts for the rollups. Queue without a unique key: concurrent transactions must not wait for each other.
CREATE FUNCTION stat_mark_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT ent_id, date_trunc('hour', start_at, 'UTC') FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Facts of a session are counted under its agents, reception types and origin: a change of them concerns every hour it has lasted.
CREATE FUNCTION stat_mark_session_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT c.ent_id, date_trunc('hour', c.start_at, 'UTC') + n * interval '1 hour'
  FROM changed c JOIN before b USING (ent_id, id) CROSS JOIN LATERAL generate_series(0, CASE
    WHEN c.agent_ids = b.agent_ids AND c.reception_path = b.reception_path AND c.entry IS NOT DISTINCT FROM b.entry THEN 0
    ELSE 1 + (extract(epoch FROM greatest(c.start_at, c.last_message_at,
      (SELECT max(o.at) FROM owner_change o WHERE o.ent_id = c.ent_id AND o.session_id = c.id)) - c.start_at) / 3600)::int END) n;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION stat_mark_turn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT ent_id, date_trunc('hour', start_at, 'UTC') FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION stat_mark_slot() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT ent_id, date_trunc('hour', slot, 'UTC') FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION stat_mark_at() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT ent_id, date_trunc('hour', at, 'UTC') FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION stat_mark_card() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT ent_id, date_trunc('hour', sent_at, 'UTC') FROM changed
    UNION SELECT ent_id, date_trunc('hour', submitted_at, 'UTC') FROM changed WHERE submitted_at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Which contact of a customer is the first one, and whether a card led to one, depends on the customer's other contacts.
CREATE FUNCTION stat_mark_lead() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT ent_id, date_trunc('hour', created_at, 'UTC') FROM changed
    UNION SELECT l.ent_id, date_trunc('hour', l.created_at, 'UTC')
      FROM changed c JOIN lead l ON l.ent_id = c.ent_id AND l.customer_id = c.customer_id
    UNION SELECT s.ent_id, date_trunc('hour', s.sent_at, 'UTC')
      FROM changed c JOIN card_send s ON s.ent_id = c.ent_id AND s.customer_id = c.customer_id
        AND s.sent_at <= c.created_at AND s.sent_at > c.created_at - interval '24 hours';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION stat_mark_run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT ent_id, date_trunc('hour', started_at, 'UTC') FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION stat_mark_handoff() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT s.ent_id, date_trunc('hour', s.start_at, 'UTC')
  FROM changed c JOIN session s ON s.ent_id = c.ent_id AND s.id = c.session_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION stat_mark_rating() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO stat_dirty SELECT DISTINCT r.ent_id, date_trunc('hour', r.started_at, 'UTC')
  FROM changed c JOIN ai_run_message m ON m.ent_id = c.ent_id AND m.message_id = c.message_id
    JOIN ai_run r ON r.ent_id = m.ent_id AND r.id = m.run_id;
  RETURN NULL;
END $$;--> statement-breakpoint
DO $$ DECLARE mark text[]; BEGIN
  FOREACH mark SLICE 1 IN ARRAY ARRAY[['session', 'session'], ['turn', 'turn'], ['customer_activity', 'slot'],
    ['agent_reply', 'slot'], ['owner_change', 'at'], ['point_ledger', 'at'], ['card_send', 'card'], ['lead', 'lead'],
    ['ai_run', 'run'], ['ai_handoff', 'handoff'], ['message_feedback', 'rating']] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      mark[1] || '_stat_insert', mark[1], 'stat_mark_' || mark[2]);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      mark[1] || '_stat_delete', mark[1], 'stat_mark_' || mark[2]);
    IF mark[1] NOT IN ('session', 'ai_handoff') THEN
      EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
        mark[1] || '_stat_update', mark[1], 'stat_mark_' || mark[2]);
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
CREATE TRIGGER session_stat_update AFTER UPDATE ON "session" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stat_mark_session_change();--> statement-breakpoint
INSERT INTO "stat_dirty"
  SELECT "ent_id", date_trunc('hour', "start_at", 'UTC') AS "hour" FROM "session"
  UNION SELECT "ent_id", date_trunc('hour', "start_at", 'UTC') FROM "turn"
  UNION SELECT "ent_id", date_trunc('hour', "slot", 'UTC') FROM "customer_activity"
  UNION SELECT "ent_id", date_trunc('hour', "slot", 'UTC') FROM "agent_reply"
  UNION SELECT "ent_id", date_trunc('hour', "at", 'UTC') FROM "owner_change"
  UNION SELECT "ent_id", date_trunc('hour', "at", 'UTC') FROM "point_ledger"
  UNION SELECT "ent_id", date_trunc('hour', "sent_at", 'UTC') FROM "card_send"
  UNION SELECT "ent_id", date_trunc('hour', "submitted_at", 'UTC') FROM "card_send" WHERE "submitted_at" IS NOT NULL
  UNION SELECT "ent_id", date_trunc('hour', "created_at", 'UTC') FROM "lead"
  UNION SELECT "ent_id", date_trunc('hour', "started_at", 'UTC') FROM "ai_run";
