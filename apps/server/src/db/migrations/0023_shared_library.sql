ALTER TABLE "channel_account" ADD COLUMN "uses_shared" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_term" DROP CONSTRAINT "knowledge_term_fk";--> statement-breakpoint
ALTER TABLE "knowledge_piece" DROP CONSTRAINT "knowledge_piece_fk";--> statement-breakpoint
DROP INDEX "knowledge_account";--> statement-breakpoint
DROP INDEX "knowledge_question";--> statement-breakpoint
ALTER TABLE "knowledge" ALTER COLUMN "relation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge" ADD COLUMN "library_id" uuid GENERATED ALWAYS AS (coalesce(relation_id, ent_id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge" ADD CONSTRAINT "knowledge_in_library" UNIQUE("ent_id","library_id","id");--> statement-breakpoint
CREATE INDEX "knowledge_library" ON "knowledge" USING btree ("ent_id","library_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_question" ON "knowledge" USING btree ("ent_id","library_id","question") WHERE type = 'qa';--> statement-breakpoint
-- The indexes of pieces and terms follow the renamed column and are not built again.
ALTER TABLE "knowledge_piece" RENAME COLUMN "relation_id" TO "library_id";--> statement-breakpoint
ALTER TABLE "knowledge_piece" RENAME CONSTRAINT "knowledge_piece_ent_id_relation_id_no_pk" TO "knowledge_piece_ent_id_library_id_no_pk";--> statement-breakpoint
ALTER TABLE "knowledge_term" RENAME COLUMN "relation_id" TO "library_id";--> statement-breakpoint
ALTER TABLE "knowledge_term" RENAME CONSTRAINT "knowledge_term_ent_id_relation_id_no_term_pk" TO "knowledge_term_ent_id_library_id_no_term_pk";--> statement-breakpoint
ALTER TABLE "knowledge_piece" ADD CONSTRAINT "knowledge_piece_fk" FOREIGN KEY ("ent_id","library_id","knowledge_id") REFERENCES "public"."knowledge"("ent_id","library_id","id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "knowledge_term" ADD CONSTRAINT "knowledge_term_fk" FOREIGN KEY ("ent_id","library_id","no") REFERENCES "public"."knowledge_piece"("ent_id","library_id","no") ON DELETE cascade ON UPDATE cascade;
