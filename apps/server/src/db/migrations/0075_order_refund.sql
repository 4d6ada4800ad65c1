CREATE TABLE "point_refund" (
	"ent_id" uuid NOT NULL,
	"refund_no" text NOT NULL,
	"method" text NOT NULL,
	"transaction_id" text NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "point_refund_ent_id_method_transaction_id_pk" PRIMARY KEY("ent_id","method","transaction_id"),
	CONSTRAINT "point_refund_method" CHECK ("point_refund"."method" in ('wechat', 'alipay', 'bank')),
	CONSTRAINT "point_refund_status" CHECK ("point_refund"."status" in ('open', 'accepted', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "point_lot" ADD COLUMN "voided" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "point_refund" ADD CONSTRAINT "point_refund_payment_fk" FOREIGN KEY ("ent_id","method","transaction_id") REFERENCES "public"."point_payment"("ent_id","method","transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "point_refund_no" ON "point_refund" USING btree ("refund_no");--> statement-breakpoint
CREATE INDEX "point_refund_unfinished" ON "point_refund" USING btree ("created_at") WHERE status in ('open', 'accepted');--> statement-breakpoint
ALTER TABLE "point_lot" ADD CONSTRAINT "point_lot_voided" CHECK (not "point_lot"."voided" or "point_lot"."remain" = 0);