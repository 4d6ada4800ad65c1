CREATE TABLE "point_coupon" (
	"code" text PRIMARY KEY NOT NULL,
	"percent" integer,
	"amount_off" integer,
	"least_amount" integer NOT NULL,
	"last_day" date NOT NULL,
	"uses_max" integer,
	"uses_each" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "point_coupon_kind" CHECK (("point_coupon"."percent" is null) <> ("point_coupon"."amount_off" is null)),
	CONSTRAINT "point_coupon_percent" CHECK ("point_coupon"."percent" between 1 and 99),
	CONSTRAINT "point_coupon_amount" CHECK ("point_coupon"."amount_off" > 0 and "point_coupon"."amount_off" < "point_coupon"."least_amount"),
	CONSTRAINT "point_coupon_least" CHECK ("point_coupon"."least_amount" >= 0),
	CONSTRAINT "point_coupon_uses" CHECK ("point_coupon"."uses_max" > 0 and "point_coupon"."uses_each" > 0)
);
--> statement-breakpoint
ALTER TABLE "point_order" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "point_order" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "point_order" ADD CONSTRAINT "point_order_coupon_code_point_coupon_code_fk" FOREIGN KEY ("coupon_code") REFERENCES "public"."point_coupon"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "point_order_coupon" ON "point_order" USING btree ("coupon_code") WHERE coupon_code is not null;--> statement-breakpoint
CREATE INDEX "point_payment_uncredited" ON "point_payment" USING btree ("transaction_id") WHERE outcome <> 'credited';--> statement-breakpoint
CREATE INDEX "point_payment_paid" ON "point_payment" USING btree ("method","paid_at");--> statement-breakpoint
ALTER TABLE "point_order" ADD CONSTRAINT "point_order_discount" CHECK ("point_order"."discount" >= 0 and ("point_order"."discount" = 0) = ("point_order"."coupon_code" is null));--> statement-breakpoint
-- Bank transfers of older orders: credited when the operator confirmed them, not on the day of the bank's statement.
UPDATE "point_order_step" s SET "at" = p."received_at" FROM "point_payment" p
WHERE p."ent_id" = s."ent_id" AND p."order_no" = s."order_no" AND p."outcome" = 'credited' AND p."method" = 'bank' AND s."kind" = 'pay' AND s."at" = p."paid_at";
