CREATE TABLE "point_invoice" (
	"ent_id" uuid NOT NULL,
	"order_no" text NOT NULL,
	"title" text NOT NULL,
	"tax_no" text NOT NULL,
	"email" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"number" text,
	"issued_at" timestamp (3) with time zone,
	"reversal_number" text,
	CONSTRAINT "point_invoice_ent_id_order_no_pk" PRIMARY KEY("ent_id","order_no"),
	CONSTRAINT "point_invoice_issued" CHECK (("point_invoice"."number" is null) = ("point_invoice"."issued_at" is null)),
	CONSTRAINT "point_invoice_reversed" CHECK ("point_invoice"."reversal_number" is null or "point_invoice"."number" is not null)
);
--> statement-breakpoint
CREATE TABLE "point_order_step" (
	"ent_id" uuid NOT NULL,
	"order_no" text NOT NULL,
	"no" bigint GENERATED ALWAYS AS IDENTITY (sequence name "point_order_step_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"agent_id" uuid,
	CONSTRAINT "point_order_step_ent_id_order_no_no_pk" PRIMARY KEY("ent_id","order_no","no"),
	CONSTRAINT "point_order_step_kind" CHECK ("point_order_step"."kind" in ('create', 'submitProof', 'refuseProof', 'pay', 'cancel', 'expire', 'refund', 'requestInvoice', 'refuseInvoice', 'issueInvoice', 'reverseInvoice'))
);
--> statement-breakpoint
ALTER TABLE "point_invoice" ADD CONSTRAINT "point_invoice_order_fk" FOREIGN KEY ("ent_id","order_no") REFERENCES "public"."point_order"("ent_id","order_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_order_step" ADD CONSTRAINT "point_order_step_order_fk" FOREIGN KEY ("ent_id","order_no") REFERENCES "public"."point_order"("ent_id","order_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "point_invoice_number" ON "point_invoice" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "point_invoice_reversal_number" ON "point_invoice" USING btree ("reversal_number");--> statement-breakpoint
-- Older orders: what their columns still tell. The moment of a cancellation is not known.
INSERT INTO "point_order_step" ("ent_id", "order_no", "kind", "at", "note", "agent_id")
SELECT "ent_id", "order_no", 'create', "created_at", '', "agent_id" FROM "point_order" ORDER BY "created_at";
--> statement-breakpoint
INSERT INTO "point_order_step" ("ent_id", "order_no", "kind", "at", "note")
SELECT "ent_id", "order_no", 'pay', "paid_at", case "method" when 'wechat' then '微信支付' when 'alipay' then '支付宝' else '对公转账' end
FROM "point_order" WHERE "paid_at" IS NOT NULL ORDER BY "paid_at";
--> statement-breakpoint
INSERT INTO "point_order_step" ("ent_id", "order_no", "kind", "at", "note")
SELECT o."ent_id", o."order_no", 'refund', r."created_at", o."reason" FROM "point_order" o
JOIN "point_payment" p ON p."ent_id" = o."ent_id" AND p."order_no" = o."order_no" AND p."outcome" = 'credited'
JOIN "point_refund" r ON r."ent_id" = p."ent_id" AND r."method" = p."method" AND r."transaction_id" = p."transaction_id"
WHERE o."status" = 'refunded';
