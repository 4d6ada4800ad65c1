DROP TABLE "point_day";--> statement-breakpoint
CREATE TABLE "point_day" (
	"ent_id" uuid NOT NULL,
	"day" date NOT NULL,
	"type" text NOT NULL,
	"item" text,
	"relation_id" uuid,
	"delta" bigint NOT NULL,
	"rows" integer NOT NULL,
	"times" integer NOT NULL,
	"last_no" bigint NOT NULL,
	"last_id" uuid NOT NULL,
	"order_points" integer NOT NULL,
	"bonus_order_points" integer NOT NULL,
	"bonus_human_points" integer NOT NULL,
	CONSTRAINT "point_day_key" UNIQUE NULLS NOT DISTINCT("ent_id","day","type","item","relation_id")
);
--> statement-breakpoint
ALTER TABLE "webhook" DROP CONSTRAINT "webhook_events";--> statement-breakpoint
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_type";--> statement-breakpoint
ALTER TABLE "point_account" ADD COLUMN "day_zone" text DEFAULT 'Asia/Shanghai' NOT NULL;--> statement-breakpoint
ALTER TABLE "point_account" ADD COLUMN "told_days" integer;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_events" CHECK (cardinality("webhook"."events") > 0 and "webhook"."events" <@ array['customer.created', 'customer.assigned', 'customer.released', 'customer.handoff', 'customer.archived', 'message.received', 'message.sent', 'message.failed', 'card.submitted', 'lead.captured', 'points.warning']);--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_type" CHECK ("webhook_delivery"."type" in ('customer.created', 'customer.assigned', 'customer.released', 'customer.handoff', 'customer.archived', 'message.received', 'message.sent', 'message.failed', 'card.submitted', 'lead.captured', 'points.warning', 'ping'));--> statement-breakpoint
UPDATE "point_account" p SET "day_zone" = e."timezone" FROM "enterprise" e WHERE e."id" = p."ent_id";--> statement-breakpoint
-- What the ledger has so far, by day.
INSERT INTO "point_day" ("ent_id", "day", "type", "item", "relation_id", "delta", "rows", "times", "last_no", "last_id", "order_points", "bonus_order_points", "bonus_human_points")
SELECT l."ent_id", (l."at" AT TIME ZONE p."day_zone")::date, l."type", l."item", l."relation_id", sum(l."delta"), count(*), count(*) FILTER (WHERE l."part" = 0), max(l."no"),
  (array_agg(l."id" ORDER BY l."no" DESC))[1], (array_agg(l."order_points" ORDER BY l."no" DESC))[1], (array_agg(l."bonus_order_points" ORDER BY l."no" DESC))[1], (array_agg(l."bonus_human_points" ORDER BY l."no" DESC))[1]
FROM "point_ledger" l JOIN "point_account" p ON p."ent_id" = l."ent_id" GROUP BY 1, 2, 3, 4, 5;
