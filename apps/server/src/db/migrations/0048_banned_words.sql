CREATE TABLE "banned_word" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"word" text NOT NULL,
	"match" text NOT NULL,
	"level" text NOT NULL,
	"replace_with" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"category" text NOT NULL,
	"enabled" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "banned_word_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "banned_word_match" CHECK ("banned_word"."match" in ('contains', 'regex')),
	CONSTRAINT "banned_word_level" CHECK ("banned_word"."level" in ('block', 'replace', 'warn')),
	CONSTRAINT "banned_word_source" CHECK ("banned_word"."source" in ('all', 'redbook', 'douyin')),
	CONSTRAINT "banned_word_category" CHECK ("banned_word"."category" in ('absolute', 'medical', 'financial', 'diversion', 'abuse', 'custom'))
);
--> statement-breakpoint
CREATE TABLE "banned_word_hit" (
	"ent_id" uuid NOT NULL,
	"day" date NOT NULL,
	"relation_id" uuid NOT NULL,
	"agent_id" uuid,
	"word" text NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "banned_word_hit_key" UNIQUE NULLS NOT DISTINCT("ent_id","day","relation_id","agent_id","word")
);
--> statement-breakpoint
CREATE TABLE "banned_word_list" (
	"ent_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"disabled" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "banned_word" ADD CONSTRAINT "banned_word_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banned_word_hit" ADD CONSTRAINT "banned_word_hit_account_fk" FOREIGN KEY ("ent_id","relation_id") REFERENCES "public"."channel_account"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banned_word_list" ADD CONSTRAINT "banned_word_list_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "banned_word_word" ON "banned_word" USING btree ("ent_id","match",lower("word"));--> statement-breakpoint
CREATE INDEX "banned_word_hit_day" ON "banned_word_hit" USING btree ("day");