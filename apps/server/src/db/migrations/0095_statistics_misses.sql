CREATE TABLE "knowledge_miss_ask" (
	"ent_id" uuid NOT NULL,
	"miss_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"relation_id" uuid NOT NULL,
	"session_id" uuid,
	"question" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "knowledge_miss_ask_ent_id_miss_id_message_id_pk" PRIMARY KEY("ent_id","miss_id","message_id")
);
--> statement-breakpoint
CREATE INDEX "knowledge_miss_ask_at" ON "knowledge_miss_ask" USING btree ("ent_id","at");--> statement-breakpoint
CREATE INDEX "knowledge_miss_ask_customer" ON "knowledge_miss_ask" USING btree ("ent_id","customer_id");--> statement-breakpoint
-- What runs tell of earlier questions, as far as their texts are still kept and read the same.
INSERT INTO "knowledge_miss_ask" ("ent_id", "miss_id", "message_id", "customer_id", "relation_id", "session_id", "question", "at")
SELECT m."ent_id", m."id", c."id", r."customer_id", r."relation_id", r."session_id", m."question", r."started_at"
FROM "ai_run" r
  JOIN "channel_account" a ON a."ent_id" = r."ent_id" AND a."id" = r."relation_id"
  JOIN "knowledge_miss" m ON m."ent_id" = r."ent_id" AND m."relation_id" IN (a."id", a."parent_id")
    AND m."question" = left(btrim(r."question"), 200)
  JOIN "customer_message" c ON c."ent_id" = r."ent_id" AND c."customer_id" = r."customer_id" AND c."seq" = r."answered_seq"
WHERE r."state" IN ('sent', 'handoff')
  AND (r."decision" ->> 'isMiss' = 'true' OR r."decision" ->> 'reason' IN ('unknown', 'misses', 'low_score'))
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- And each question's last one, whatever its run says.
INSERT INTO "knowledge_miss_ask" ("ent_id", "miss_id", "message_id", "customer_id", "relation_id", "session_id", "question", "at")
SELECT m."ent_id", m."id", m."message_id", p."id", p."relation_id", c."session_id", m."question", m."last_at"
FROM "knowledge_miss" m
  JOIN "customer" p ON p."ent_id" = m."ent_id" AND p."id" = m."customer_id"
  LEFT JOIN "customer_message" c ON c."ent_id" = m."ent_id" AND c."id" = m."message_id"
WHERE m."message_id" IS NOT NULL
ON CONFLICT DO NOTHING;
