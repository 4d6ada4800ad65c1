CREATE TABLE "tag_check" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"minutes" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"from_seq" bigint NOT NULL,
	CONSTRAINT "tag_check_ent_id_customer_id_minutes_pk" PRIMARY KEY("ent_id","customer_id","minutes")
);
--> statement-breakpoint
ALTER TABLE "tag" ADD COLUMN "rule" jsonb;--> statement-breakpoint
ALTER TABLE "tag_check" ADD CONSTRAINT "tag_check_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tag_check_due" ON "tag_check" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "tag_auto" ON "tag" USING btree ("ent_id") WHERE kind = 'auto';--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_rule_kind" CHECK (("tag"."rule" is not null) = ("tag"."kind" = 'auto'));