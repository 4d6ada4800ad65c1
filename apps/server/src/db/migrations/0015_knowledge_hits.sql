CREATE TABLE "knowledge_hit" (
	"ent_id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "knowledge_hit_ent_id_run_id_knowledge_id_pk" PRIMARY KEY("ent_id","run_id","knowledge_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge" ADD COLUMN "last_hit_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_hit" ADD CONSTRAINT "knowledge_hit_fk" FOREIGN KEY ("ent_id","knowledge_id") REFERENCES "public"."knowledge"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_hit" ADD CONSTRAINT "knowledge_hit_run_fk" FOREIGN KEY ("ent_id","run_id") REFERENCES "public"."ai_run"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_hit_of" ON "knowledge_hit" USING btree ("ent_id","knowledge_id","run_id","customer_id");--> statement-breakpoint
-- What was answered until now: pieces from the usual score of a hit on.
INSERT INTO "knowledge_hit" ("ent_id", "knowledge_id", "run_id", "customer_id")
SELECT DISTINCT run.ent_id, entry.id, run.id, run.customer_id
FROM "ai_run" run
	CROSS JOIN LATERAL jsonb_to_recordset(run.knowledge) AS piece("knowledgeId" uuid, "score" double precision)
	JOIN "knowledge" entry ON entry.ent_id = run.ent_id AND entry.id = piece."knowledgeId"
WHERE run.is_hit AND run.state IN ('sent', 'handoff') AND piece.score >= 0.35;--> statement-breakpoint
UPDATE "knowledge" entry SET "hits" = 0 WHERE "hits" > 0;--> statement-breakpoint
UPDATE "knowledge" entry SET "hits" = used.hits, "last_hit_at" = used.last_hit_at
FROM (
	SELECT hit.ent_id, hit.knowledge_id, count(*) AS hits, max(run.started_at) AS last_hit_at
	FROM "knowledge_hit" hit JOIN "ai_run" run ON run.ent_id = hit.ent_id AND run.id = hit.run_id
	GROUP BY hit.ent_id, hit.knowledge_id
) used
WHERE entry.ent_id = used.ent_id AND entry.id = used.knowledge_id;
