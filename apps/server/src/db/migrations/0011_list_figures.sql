CREATE INDEX "customer_unread" ON "customer" USING btree ("ent_id","agent_id","archive","id","relation_id","last_inbound_at","inbound_count");--> statement-breakpoint
CREATE INDEX "customer_tagged" ON "customer" USING btree ("ent_id","agent_id","archive","tag_ids","relation_id");--> statement-breakpoint
-- Agents, accounts and tags belong to one enterprise each: taken for independent of it, a tenth of the customers would be expected.
CREATE STATISTICS "customer_belongs" (dependencies) ON "ent_id", "agent_id", "relation_id" FROM "customer";--> statement-breakpoint
CREATE STATISTICS "customer_seat_belongs" (dependencies) ON "ent_id", "agent_id" FROM "customer_seat";--> statement-breakpoint
CREATE STATISTICS "customer_tag_belongs" (dependencies) ON "ent_id", "tag_id" FROM "customer_tag";--> statement-breakpoint
ANALYZE "customer", "customer_seat", "customer_tag";
