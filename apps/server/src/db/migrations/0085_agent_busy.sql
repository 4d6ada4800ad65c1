ALTER TABLE "agent" ADD COLUMN "busy_reason" text;--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "busy_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "agent_busy_until" ON "agent" USING btree ("busy_until") WHERE busy_until is not null;--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_busy" CHECK ("agent"."busy_reason" is null or "agent"."status" = 'invisible');--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_busy_until" CHECK ("agent"."busy_until" is null or "agent"."busy_reason" is not null);--> statement-breakpoint
-- A node of the version before sets the status alone.
CREATE FUNCTION "agent_busy_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.busy_reason := NULL;
  NEW.busy_until := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "agent_busy_end" BEFORE UPDATE OF "status" ON "agent"
  FOR EACH ROW WHEN (NEW.status = 'online') EXECUTE FUNCTION "agent_busy_end"();
