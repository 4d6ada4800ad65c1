DROP INDEX "oauth_grant_one";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "grams" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "audit" a SET "words" = f.words, "grams" = f.grams
FROM (
	SELECT b.ent_id, b.id, w.words, array_to_tsvector(coalesce(g.grams, '{}')) AS grams
	FROM "audit" b
	CROSS JOIN LATERAL (
		SELECT lower(normalize(concat_ws(chr(31), b.object_name, b.ip,
			(SELECT string_agg(value, chr(31)) FROM jsonb_each_text(b.before)),
			(SELECT string_agg(value, chr(31)) FROM jsonb_each_text(b.after))), NFKC)) AS words
	) w
	CROSS JOIN LATERAL (
		SELECT array_agg(DISTINCT right(replace(b.ent_id::text, '-', ''), 8) || substr(w.words, n, length)) AS grams
		FROM generate_series(1, char_length(w.words)) n, generate_series(1, 2) length
	) g
) f WHERE f.ent_id = a.ent_id AND f.id = a.id;--> statement-breakpoint
CREATE INDEX "audit_grams" ON "audit" USING gin ("grams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "auth_session_list" ON "auth_session" USING btree ("ent_id","agent_id","last_used_at");--> statement-breakpoint
CREATE INDEX "oauth_grant_agent" ON "oauth_grant" USING btree ("ent_id","agent_id","client_id");