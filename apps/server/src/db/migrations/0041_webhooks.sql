CREATE TABLE "webhook" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"secret" "bytea" NOT NULL,
	"seen_seq" bigint NOT NULL,
	"busy_until" timestamp (3) with time zone,
	"given_up" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "webhook_events" CHECK (cardinality("webhook"."events") > 0 and "webhook"."events" <@ array['customer.created', 'customer.assigned', 'customer.released', 'customer.handoff', 'customer.archived', 'message.received', 'message.sent', 'message.failed', 'card.submitted', 'lead.captured']),
	CONSTRAINT "webhook_stopped" CHECK ("webhook"."stopped_at" is null or not "webhook"."enabled")
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"ent_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"customer_id" uuid,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone,
	"status" integer,
	"ms" integer,
	"error" text DEFAULT '' NOT NULL,
	CONSTRAINT "webhook_delivery_ent_id_id_pk" PRIMARY KEY("ent_id","id"),
	CONSTRAINT "webhook_delivery_type" CHECK ("webhook_delivery"."type" in ('customer.created', 'customer.assigned', 'customer.released', 'customer.handoff', 'customer.archived', 'message.received', 'message.sent', 'message.failed', 'card.submitted', 'lead.captured', 'ping')),
	CONSTRAINT "webhook_delivery_state" CHECK ("webhook_delivery"."state" in ('waiting', 'done', 'failed')),
	CONSTRAINT "webhook_delivery_due_at" CHECK (("webhook_delivery"."state" = 'waiting') = ("webhook_delivery"."due_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_ent_id_enterprise_id_fk" FOREIGN KEY ("ent_id") REFERENCES "public"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_agent_fk" FOREIGN KEY ("ent_id","updated_by") REFERENCES "public"."agent"("ent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_fk" FOREIGN KEY ("ent_id","webhook_id") REFERENCES "public"."webhook"("ent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" USING btree ("ent_id","webhook_id","type","key");--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("ent_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("ent_id","webhook_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_customer" ON "webhook_delivery" USING btree ("ent_id","customer_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_created" ON "webhook_delivery" USING btree ("created_at");