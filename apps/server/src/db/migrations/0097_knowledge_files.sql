ALTER TABLE "attachment" ADD COLUMN "is_for_knowledge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Files of entries, but for one that a receipt or a certificate is: it is not deleted with the entry.
UPDATE "attachment" a SET "is_for_knowledge" = true
FROM "knowledge" k
WHERE k."ent_id" = a."ent_id" AND k."file_key" = a."key" AND a."is_private" AND a."topic_id" IS NULL
  AND NOT EXISTS (SELECT FROM "point_order" o
    WHERE o."ent_id" = a."ent_id" AND o."proof_url" = '/api/attachment/' || a."key")
  AND NOT EXISTS (SELECT FROM "certification" c
    WHERE c."ent_id" = a."ent_id" AND '/api/attachment/' || a."key" IN (c."license_url", c."letter_url"));
