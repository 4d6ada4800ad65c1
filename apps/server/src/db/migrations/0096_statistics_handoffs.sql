-- A session that the AI handed over counts in 转人工率 also where the AI had not answered.
INSERT INTO "stat_dirty" ("ent_id", "hour")
SELECT DISTINCT s."ent_id", date_trunc('hour', s."start_at", 'UTC')
FROM "ai_handoff" h JOIN "session" s ON s."ent_id" = h."ent_id" AND s."id" = h."session_id"
WHERE s."ai_messages" = 0 AND h."reason" <> 'flow';
