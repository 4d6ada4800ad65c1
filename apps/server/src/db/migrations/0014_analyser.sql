ALTER TABLE "knowledge_piece" ADD COLUMN "analyser" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "knowledge_piece_analyser" ON "knowledge_piece" USING btree ("analyser");--> statement-breakpoint
DROP INDEX "knowledge_learning";--> statement-breakpoint
CREATE INDEX "knowledge_learning" ON "knowledge" USING btree ("ent_id","created_at") WHERE status = 'learning';--> statement-breakpoint
ALTER TABLE "ai_agent" DROP COLUMN "knowledge_version";
