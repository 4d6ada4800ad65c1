ALTER TABLE "inbound_media" DROP CONSTRAINT "inbound_media_message_fk";
--> statement-breakpoint
ALTER TABLE "channel_account" ADD COLUMN "pace_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "last_message_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_media" ADD CONSTRAINT "inbound_media_customer_fk" FOREIGN KEY ("ent_id","customer_id") REFERENCES "public"."customer"("ent_id","id") ON DELETE no action ON UPDATE no action;