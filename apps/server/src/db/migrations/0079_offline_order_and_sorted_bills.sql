ALTER TABLE "point_order" ALTER COLUMN "agent_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "point_ledger_delta" ON "point_ledger" USING btree ("ent_id","delta","at","no");