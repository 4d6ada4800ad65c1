CREATE TABLE "point_order" (
	"ent_id" uuid NOT NULL,
	"order_no" text NOT NULL,
	"package_name" text NOT NULL,
	"points" integer NOT NULL,
	"bonus_points" integer NOT NULL,
	"amount" integer NOT NULL,
	"method" text,
	"status" text DEFAULT 'unpaid' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"agent_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "point_order_ent_id_order_no_pk" PRIMARY KEY("ent_id","order_no"),
	CONSTRAINT "point_order_status" CHECK ("point_order"."status" in ('unpaid', 'checking', 'paid', 'cancelled', 'refunded')),
	CONSTRAINT "point_order_method" CHECK ("point_order"."method" in ('wechat', 'alipay', 'bank')),
	CONSTRAINT "point_order_amount" CHECK ("point_order"."amount" > 0 and "point_order"."points" > 0 and "point_order"."bonus_points" >= 0),
	CONSTRAINT "point_order_paid" CHECK ("point_order"."status" not in ('paid', 'refunded') or "point_order"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "point_payment" (
	"ent_id" uuid NOT NULL,
	"method" text NOT NULL,
	"transaction_id" text NOT NULL,
	"order_no" text NOT NULL,
	"amount" integer NOT NULL,
	"outcome" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "point_payment_ent_id_method_transaction_id_pk" PRIMARY KEY("ent_id","method","transaction_id"),
	CONSTRAINT "point_payment_method" CHECK ("point_payment"."method" in ('wechat', 'alipay', 'bank')),
	CONSTRAINT "point_payment_outcome" CHECK ("point_payment"."outcome" in ('credited', 'duplicate', 'mismatch'))
);
--> statement-breakpoint
ALTER TABLE "point_order" ADD CONSTRAINT "point_order_account_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."point_account"("ent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_order" ADD CONSTRAINT "point_order_agent_fk" FOREIGN KEY ("ent_id","agent_id") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_payment" ADD CONSTRAINT "point_payment_order_fk" FOREIGN KEY ("ent_id","order_no") REFERENCES "public"."point_order"("ent_id","order_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "point_order_no" ON "point_order" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "point_order_created" ON "point_order" USING btree ("ent_id","created_at");--> statement-breakpoint
CREATE INDEX "point_order_unpaid" ON "point_order" USING btree ("expire_at") WHERE status = 'unpaid';--> statement-breakpoint
CREATE UNIQUE INDEX "point_payment_credited" ON "point_payment" USING btree ("ent_id","order_no") WHERE outcome = 'credited';