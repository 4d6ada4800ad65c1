ALTER TABLE "ai_memory" ADD COLUMN "offer" jsonb;--> statement-breakpoint
-- 采用线 compares likelihoods since the ranking has them; lines set on the scale before begin again with the default, and the account's history says so.
INSERT INTO "channel_history" ("ent_id", "id", "relation_id", "kind", "text", "created_at")
SELECT a."ent_id", (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '70008' || substr(md5(a."relation_id"::text), 1, 15))::uuid,
  a."relation_id", 'setting', '采用线现在表示答对的把握，原来设置的 ' || l."line" || ' 已恢复为默认的 0.35，可在 AI 智能体的高级设置里重新设定', now()
FROM "ai_agent" a
  LEFT JOIN "ai_agent_version" v ON v."ent_id" = a."ent_id" AND v."relation_id" = a."relation_id" AND v."version" = a."published_version"
  CROSS JOIN LATERAL (SELECT coalesce(nullif((v."config" #>> '{advanced,hitScore}')::numeric, 0.35),
    nullif((a."draft" #>> '{advanced,hitScore}')::numeric, 0.35)) AS "line") l
WHERE l."line" IS NOT NULL;--> statement-breakpoint
UPDATE "ai_agent" SET "draft" = jsonb_set("draft", '{advanced,hitScore}', '0.35')
WHERE ("draft" #>> '{advanced,hitScore}')::numeric <> 0.35;--> statement-breakpoint
UPDATE "ai_agent_version" SET "config" = jsonb_set("config", '{advanced,hitScore}', '0.35')
WHERE ("config" #>> '{advanced,hitScore}')::numeric <> 0.35;--> statement-breakpoint
-- Rows of tables that were learned as 名称：…；价格：… are learned again, as sentences: goods and pasted texts cost nothing. A file or a page might be
-- read to another text than before and cost points, so it is left as it is.
UPDATE "knowledge" k SET "status" = 'learning', "progress" = 0, "learn_until" = NULL
WHERE k."status" = 'active' AND (k."type" = 'goods' OR k."is_pasted") AND EXISTS (
  SELECT FROM "knowledge_piece" p WHERE p."ent_id" = k."ent_id" AND p."knowledge_id" = k."id"
    AND (starts_with(p."text", p."words"[1] || '；') OR strpos(p."text", '：' || p."words"[1] || '；') > 0)
    AND starts_with(p."words"[2], p."words"[1]));
