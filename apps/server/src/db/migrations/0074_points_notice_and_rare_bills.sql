ALTER TABLE "point_order" DROP CONSTRAINT "point_order_agent_fk";
--> statement-breakpoint
ALTER TABLE "point_account" ADD COLUMN "unseen_by" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "point_ledger_type" ON "point_ledger" USING btree ("ent_id","type","at","no") WHERE type <> 'consume';--> statement-breakpoint
CREATE INDEX "point_ledger_item" ON "point_ledger" USING btree ("ent_id","item","at","no") WHERE item <> 'ai_reply';