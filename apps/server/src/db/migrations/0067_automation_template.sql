CREATE TABLE "automation_template" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"rule" jsonb,
	"flow" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automation_template_id" CHECK ("automation_template"."id" in ('keyword', 'overdue', 'keywordTag', 'leadAssign', 'offHours', 'ad', 'silence', 'lead', 'night', 'booking', 'price', 'wake', 'comment'))
);
--> statement-breakpoint
CREATE INDEX "comment_reply_held" ON "comment_reply" USING btree ("held_until","ent_id") WHERE held_until is not null;