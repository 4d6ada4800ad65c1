CREATE INDEX "customer_silent" ON "customer" USING btree ("ent_id","last_message_at") WHERE last_inbound_at is null;--> statement-breakpoint
CREATE INDEX "knowledge_candidate_customer" ON "knowledge_candidate" USING btree ("ent_id","customer_id");--> statement-breakpoint
CREATE INDEX "knowledge_miss_customer" ON "knowledge_miss" USING btree ("ent_id","customer_id");--> statement-breakpoint
CREATE INDEX "hidden_message_topic" ON "hidden_message" USING btree ("ent_id","topic_id","seq");