ALTER TABLE "card_rule" ADD COLUMN "tag_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "last_agent_id" uuid;