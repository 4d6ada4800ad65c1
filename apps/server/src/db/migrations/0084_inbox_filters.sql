CREATE INDEX "customer_seat_star" ON "customer_seat" USING btree ("ent_id","agent_id","customer_id") WHERE is_star;--> statement-breakpoint
CREATE INDEX "customer_first_enter" ON "customer" USING btree ("ent_id","first_enter_at","id");--> statement-breakpoint
CREATE INDEX "customer_stage" ON "customer" USING btree ("ent_id","stage_id","id");--> statement-breakpoint
CREATE INDEX "customer_waited" ON "customer" USING btree ("ent_id","waiting_since","id") WHERE waiting_since is not null;