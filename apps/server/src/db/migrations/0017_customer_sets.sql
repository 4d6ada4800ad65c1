CREATE TABLE "customer_no" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"no" integer NOT NULL,
	CONSTRAINT "customer_no_ent_id_customer_id_pk" PRIMARY KEY("ent_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "customer_set" (
	"ent_id" uuid NOT NULL,
	"key" text NOT NULL,
	"block" integer NOT NULL,
	"bits" bit(16384) NOT NULL,
	CONSTRAINT "customer_set_ent_id_key_block_pk" PRIMARY KEY("ent_id","key","block")
);
--> statement-breakpoint
CREATE TABLE "customer_touched" (
	"ent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL
);
--> statement-breakpoint
DROP TABLE "customer_tally" CASCADE;--> statement-breakpoint
DROP INDEX "customer_tagged";--> statement-breakpoint
CREATE UNIQUE INDEX "customer_no_no" ON "customer_no" USING btree ("ent_id","no");--> statement-breakpoint
CREATE INDEX "customer_latest" ON "customer" USING btree ("ent_id","archive","last_message_at","id","agent_id","relation_id","reception_type","ai_off_reason","waiting_since","lead_status","by_ad","last_outbound_status","last_inbound_at","inbound_count","tag_ids");--> statement-breakpoint
CREATE INDEX "customer_touched_ent" ON "customer_touched" USING btree ("ent_id");--> statement-breakpoint
DROP TRIGGER "customer_tally_insert" ON "customer";--> statement-breakpoint
DROP TRIGGER "customer_tally_update" ON "customer";--> statement-breakpoint
DROP TRIGGER "customer_tally_delete" ON "customer";--> statement-breakpoint
DROP FUNCTION customer_tally_added();--> statement-breakpoint
DROP FUNCTION customer_tally_changed();--> statement-breakpoint
DROP FUNCTION customer_tally_gone();--> statement-breakpoint
-- Keys are only told apart, never read in the order of a language.
ALTER TABLE "customer_set" ALTER COLUMN "key" TYPE text COLLATE "C";--> statement-breakpoint
-- Packed, the bits would have to be unpacked with every count.
ALTER TABLE "customer_set" ALTER COLUMN "bits" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "customer_touched" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
-- One block with ones at these places.
CREATE FUNCTION customer_bits(places int[]) RETURNS bit LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	bits bit(16384) := '0'::bit(16384);
	place int;
BEGIN
	FOREACH place IN ARRAY places LOOP
		bits := set_bit(bits, place, 1);
	END LOOP;
	RETURN bits;
END $$;--> statement-breakpoint
-- Until the end of the transaction nobody else makes this enterprise's sets.
CREATE FUNCTION customer_sets_alone(ent uuid) RETURNS void LANGUAGE sql AS $$
	SELECT pg_advisory_xact_lock(7408, hashtext(ent::text))
$$;--> statement-breakpoint
CREATE FUNCTION customer_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		INSERT INTO customer_touched (ent_id, customer_id) VALUES (OLD.ent_id, OLD.id);
	ELSE
		INSERT INTO customer_touched (ent_id, customer_id) VALUES (NEW.ent_id, NEW.id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION customer_seat_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		INSERT INTO customer_touched (ent_id, customer_id) VALUES (OLD.ent_id, OLD.customer_id);
	ELSE
		INSERT INTO customer_touched (ent_id, customer_id) VALUES (NEW.ent_id, NEW.customer_id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- What customers say after an agent came is unread to that agent, also where the sets were made before the agent was there.
CREATE FUNCTION customer_agent_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM customer_sets_alone(NEW.ent_id);
	INSERT INTO customer_touched (ent_id, customer_id)
	SELECT ent_id, id FROM customer
	WHERE ent_id = NEW.ent_id AND last_inbound_at > CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE least(OLD.created_at, NEW.created_at) END;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_touch_made AFTER INSERT OR DELETE ON "customer" FOR EACH ROW EXECUTE FUNCTION customer_touch();--> statement-breakpoint
CREATE TRIGGER customer_touch_changed AFTER UPDATE ON "customer" FOR EACH ROW
WHEN (OLD.agent_id IS DISTINCT FROM NEW.agent_id OR OLD.archive <> NEW.archive OR OLD.relation_id <> NEW.relation_id
	OR OLD.reception_type <> NEW.reception_type OR OLD.ai_off_reason IS DISTINCT FROM NEW.ai_off_reason
	OR (OLD.waiting_since IS NULL) <> (NEW.waiting_since IS NULL) OR (OLD.lead_status IS NULL) <> (NEW.lead_status IS NULL)
	OR OLD.by_ad <> NEW.by_ad OR OLD.last_outbound_status IS DISTINCT FROM NEW.last_outbound_status
	OR OLD.inbound_count <> NEW.inbound_count OR OLD.last_inbound_at IS DISTINCT FROM NEW.last_inbound_at OR OLD.tag_ids <> NEW.tag_ids)
EXECUTE FUNCTION customer_touch();--> statement-breakpoint
CREATE TRIGGER customer_seat_touch_made AFTER INSERT OR DELETE ON "customer_seat" FOR EACH ROW EXECUTE FUNCTION customer_seat_touch();--> statement-breakpoint
CREATE TRIGGER customer_seat_touch_changed AFTER UPDATE ON "customer_seat" FOR EACH ROW
WHEN (OLD.read_inbound <> NEW.read_inbound OR OLD.marked_unread <> NEW.marked_unread)
EXECUTE FUNCTION customer_seat_touch();--> statement-breakpoint
CREATE TRIGGER customer_agent_touch AFTER INSERT OR UPDATE OF "created_at" ON "agent" FOR EACH ROW EXECUTE FUNCTION customer_agent_touch();--> statement-breakpoint
-- The worker makes the sets of everybody who is there already.
INSERT INTO "customer_touched" ("ent_id", "customer_id") SELECT "ent_id", "id" FROM "customer";
