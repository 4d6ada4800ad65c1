CREATE TABLE "sms_code" (
	"purpose" text NOT NULL,
	"telephone" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sms_code_purpose_telephone_pk" PRIMARY KEY("purpose","telephone"),
	CONSTRAINT "sms_code_purpose" CHECK ("sms_code"."purpose" in ('register', 'certify'))
);
--> statement-breakpoint
CREATE INDEX "sms_code_expires" ON "sms_code" USING btree ("expires_at");