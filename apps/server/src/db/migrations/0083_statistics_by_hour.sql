CREATE SEQUENCE "public"."stat_hour_version" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "stat_dimension" (
	"ent_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"relation_id" uuid NOT NULL,
	"agent_ids" uuid[] NOT NULL,
	"receptions" smallint NOT NULL,
	"by_ad" boolean NOT NULL,
	CONSTRAINT "stat_dimension_ent_id_no_pk" PRIMARY KEY("ent_id","no")
);
--> statement-breakpoint
CREATE TABLE "stat_hour" (
	"ent_id" uuid NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT nextval('stat_hour_version') NOT NULL,
	"customers" "bytea" NOT NULL,
	"waits" "bytea" NOT NULL,
	"sums" "bytea" NOT NULL,
	CONSTRAINT "stat_hour_ent_id_start_at_pk" PRIMARY KEY("ent_id","start_at")
);
--> statement-breakpoint
CREATE TABLE "stat_origin" (
	"ent_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"content_id" text NOT NULL,
	"ad_id" text NOT NULL,
	"ad_name" text NOT NULL,
	CONSTRAINT "stat_origin_ent_id_no_pk" PRIMARY KEY("ent_id","no")
);
--> statement-breakpoint
ALTER TABLE "stat_state" ADD COLUMN "epoch" bigint DEFAULT nextval('stat_hour_version') NOT NULL;--> statement-breakpoint
CREATE INDEX "stat_hour_version_ent" ON "stat_hour" USING btree ("ent_id","version");--> statement-breakpoint
-- What the new table holds is computed from facts; until then figures are read from them. Hours may have customers and no sums.
INSERT INTO "stat_dirty" ("ent_id", "hour") SELECT DISTINCT "ent_id", date_trunc('hour', "start_at", 'UTC') FROM (
	SELECT "ent_id", "start_at" FROM "stat_sum" WHERE "grain" = 'hour' UNION ALL SELECT "ent_id", "start_at" FROM "stat_customer" WHERE "grain" = 'hour') h;--> statement-breakpoint
DROP TABLE "stat_customer";--> statement-breakpoint
DELETE FROM "stat_state";
