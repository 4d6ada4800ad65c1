CREATE TABLE "operator_audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"object" text NOT NULL,
	"detail" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operator_audit_action" CHECK ("operator_audit"."action" in ('coupon.create', 'coupon.end', 'statement.close'))
);
