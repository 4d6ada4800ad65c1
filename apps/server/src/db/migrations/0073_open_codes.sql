ALTER TABLE "point_order" ADD COLUMN "open_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "point_payment" ADD COLUMN "currency" text DEFAULT 'CNY' NOT NULL;--> statement-breakpoint
CREATE INDEX "point_order_open_codes" ON "point_order" USING btree ("created_at") WHERE open_codes <> '{}';--> statement-breakpoint
CREATE UNIQUE INDEX "point_payment_transaction" ON "point_payment" USING btree ("method","transaction_id");--> statement-breakpoint
-- Which sides were asked is not known of older orders: each is asked once more.
UPDATE "point_order" SET "open_codes" = '{wechat,alipay}' WHERE "method" IS NOT NULL;
