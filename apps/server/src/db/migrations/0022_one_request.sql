ALTER TABLE "tag" DROP CONSTRAINT "tag_system_known";--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "contact_asked_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_system_known" CHECK ("tag"."system" in ('talked', 'lead', 'wechat_copied', 'form_submitted', 'high_intent', 'no_intent', 'blocked', 'ad_entry'));--> statement-breakpoint
-- 不知道时, 连续未命中 and 检索分数过低 become one setting that does what the three together did, and 采用线.
UPDATE "ai_agent" SET "draft" = jsonb_set(jsonb_set(jsonb_set("draft" #- '{handoff,lowScore}' #- '{script,unknown}',
  '{goal,askEvery}', '5'),
  '{handoff,misses}', CASE WHEN "draft" #>> '{script,unknown}' = 'handoff' OR ("draft" #>> '{handoff,lowScore,enabled}')::boolean
    THEN '{"enabled": true, "n": 1}' ELSE "draft" #> '{handoff,misses}' END),
  '{advanced,hitScore}', CASE WHEN ("draft" #>> '{handoff,lowScore,enabled}')::boolean
    THEN "draft" #> '{handoff,lowScore,score}' ELSE '0.35' END)
WHERE "draft" #> '{handoff,lowScore}' IS NOT NULL;--> statement-breakpoint
UPDATE "ai_agent_version" SET "config" = jsonb_set(jsonb_set(jsonb_set("config" #- '{handoff,lowScore}' #- '{script,unknown}',
  '{goal,askEvery}', '5'),
  '{handoff,misses}', CASE WHEN "config" #>> '{script,unknown}' = 'handoff' OR ("config" #>> '{handoff,lowScore,enabled}')::boolean
    THEN '{"enabled": true, "n": 1}' ELSE "config" #> '{handoff,misses}' END),
  '{advanced,hitScore}', CASE WHEN ("config" #>> '{handoff,lowScore,enabled}')::boolean
    THEN "config" #> '{handoff,lowScore,score}' ELSE '0.35' END)
WHERE "config" #> '{handoff,lowScore}' IS NOT NULL;--> statement-breakpoint
-- 广告进线 is bound by the system; an enterprise's own tag of this name keeps its customers under another name.
UPDATE "tag" SET "name" = '广告进线（自建）' WHERE "name" = '广告进线' AND "system" IS NULL;--> statement-breakpoint
INSERT INTO "tag" ("ent_id", "id", "name", "color", "kind", "system", "position", "created_at", "updated_at")
SELECT "id", md5(replace("id"::text, '-', '') || ':tag:ad_entry')::uuid, '广告进线', 'orange', 'system', 'ad_entry', 7, now(), now() FROM "enterprise";--> statement-breakpoint
INSERT INTO "customer_tag" ("ent_id", "customer_id", "tag_id", "bound_at")
SELECT c."ent_id", c."id", t."id", c."last_enter_at" FROM "customer" c JOIN "tag" t ON t."ent_id" = c."ent_id" AND t."system" = 'ad_entry' WHERE c."by_ad";--> statement-breakpoint
UPDATE "customer" c SET "tag_ids" = c."tag_ids" || t."id" FROM "tag" t WHERE t."ent_id" = c."ent_id" AND t."system" = 'ad_entry' AND c."by_ad";
