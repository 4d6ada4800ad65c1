CREATE TABLE "pay_statement" (
	"method" text NOT NULL,
	"day" date NOT NULL,
	"their_count" integer NOT NULL,
	"their_amount" bigint NOT NULL,
	"our_count" integer NOT NULL,
	"our_amount" bigint NOT NULL,
	"differences" jsonb NOT NULL,
	"compared_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pay_statement_method_day_pk" PRIMARY KEY("method","day"),
	CONSTRAINT "pay_statement_method" CHECK ("pay_statement"."method" in ('wechat', 'alipay'))
);
