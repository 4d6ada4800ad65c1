CREATE TABLE "embedding_space" (
	"ent_id" uuid NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "embedding_space_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"base_url" text NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer DEFAULT 0 NOT NULL,
	"near" real DEFAULT 0 NOT NULL,
	"far" real DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"problem" text DEFAULT '' NOT NULL,
	"fails" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "embedding_space_ent_id_id_pk" PRIMARY KEY("ent_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_piece" ADD COLUMN "vector" "bytea";--> statement-breakpoint
ALTER TABLE "knowledge_piece" ADD COLUMN "space_id" integer;--> statement-breakpoint
ALTER TABLE "knowledge_piece" ADD COLUMN "vector_no" integer;--> statement-breakpoint
ALTER TABLE "model_setting" ADD COLUMN "embedding_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "embedding_space" ADD CONSTRAINT "embedding_space_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "embedding_space_model" ON "embedding_space" USING btree ("ent_id","base_url","model") WHERE retired_at is null;--> statement-breakpoint
ALTER TABLE "knowledge_piece" ADD CONSTRAINT "knowledge_piece_space_fk" FOREIGN KEY ("ent_id","space_id") REFERENCES "public"."embedding_space"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_piece_vector" ON "knowledge_piece" USING btree ("ent_id","space_id","relation_id","vector_no","no");--> statement-breakpoint
ALTER TABLE "knowledge_piece" ADD CONSTRAINT "knowledge_piece_vector_whole" CHECK (num_nulls("knowledge_piece"."vector", "knowledge_piece"."space_id", "knowledge_piece"."vector_no") in (0, 3));--> statement-breakpoint
-- Vectors do not get smaller by compressing them.
ALTER TABLE "knowledge_piece" ALTER COLUMN "vector" SET STORAGE EXTERNAL;
