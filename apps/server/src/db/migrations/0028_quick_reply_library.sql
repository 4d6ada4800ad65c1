ALTER TABLE "quick_reply" DROP CONSTRAINT "quick_reply_group_fk";--> statement-breakpoint
DROP INDEX "quick_reply_position";--> statement-breakpoint
DROP INDEX "quick_reply_group_owner";--> statement-breakpoint
ALTER TABLE "quick_reply_group" ADD COLUMN "library_id" uuid GENERATED ALWAYS AS (coalesce(agent_id, ent_id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "quick_reply" ADD COLUMN "library_id" uuid;--> statement-breakpoint
ALTER TABLE "quick_reply" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE "quick_reply" r SET "library_id" = g."library_id" FROM "quick_reply_group" g WHERE g."ent_id" = r."ent_id" AND g."id" = r."group_id";--> statement-breakpoint
ALTER TABLE "quick_reply" ALTER COLUMN "library_id" SET NOT NULL;--> statement-breakpoint
-- Rows from before the rules: order by number, the first of equal titles and codes keeps its own.
UPDATE "quick_reply_group" g SET "position" = n."position", "title" = CASE WHEN n."same" = 1 THEN g."title" ELSE left(g."title", 16) || ' ' || n."same" END
  FROM (SELECT "ent_id", "id", row_number() OVER (PARTITION BY "ent_id", "library_id" ORDER BY "position", "id") - 1 AS "position",
    row_number() OVER (PARTITION BY "ent_id", "library_id", "title" ORDER BY "position", "id") AS "same" FROM "quick_reply_group") n
  WHERE n."ent_id" = g."ent_id" AND n."id" = g."id";--> statement-breakpoint
UPDATE "quick_reply" r SET "code" = CASE WHEN n."same" = 1 THEN lower(r."code") ELSE '' END
  FROM (SELECT "ent_id", "id", row_number() OVER (PARTITION BY "ent_id", "library_id", lower("code") ORDER BY "id") AS "same" FROM "quick_reply" WHERE "code" <> '') n
  WHERE n."ent_id" = r."ent_id" AND n."id" = r."id";--> statement-breakpoint
ALTER TABLE "quick_reply_group" ADD CONSTRAINT "quick_reply_group_library" UNIQUE("ent_id","library_id","id");--> statement-breakpoint
ALTER TABLE "quick_reply_group" ADD CONSTRAINT "quick_reply_group_position" UNIQUE("ent_id","library_id","position") DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
CREATE UNIQUE INDEX "quick_reply_group_title" ON "quick_reply_group" USING btree ("ent_id","library_id","title");--> statement-breakpoint
ALTER TABLE "quick_reply" ADD CONSTRAINT "quick_reply_group_fk" FOREIGN KEY ("ent_id","library_id","group_id") REFERENCES "public"."quick_reply_group"("ent_id","library_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "quick_reply_code" ON "quick_reply" USING btree ("ent_id","library_id","code") WHERE "quick_reply"."code" <> '';--> statement-breakpoint
ALTER TABLE "quick_reply" ADD CONSTRAINT "quick_reply_position" UNIQUE("ent_id","group_id","position") DEFERRABLE INITIALLY IMMEDIATE;
