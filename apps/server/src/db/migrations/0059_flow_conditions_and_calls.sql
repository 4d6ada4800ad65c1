ALTER TABLE "flow" ADD COLUMN "secret" "bytea";--> statement-breakpoint
ALTER TABLE "flow_run" ADD COLUMN "call_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE FUNCTION "flow_condition"(test jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE test->>'type'
    WHEN 'message' THEN CASE test->>'match'
      WHEN 'equals' THEN jsonb_build_object('type', 'text', 'match', 'regex', 'words', (
        SELECT coalesce(jsonb_agg('^' || regexp_replace(word, '([.*+?^${}()|\[\]\\])', '\\\1', 'g') || '$'), '[]'::jsonb)
        FROM jsonb_array_elements_text(test->'words') AS word))
      ELSE jsonb_build_object('type', 'text', 'match', test->'match', 'words', test->'words') END
    WHEN 'tag' THEN jsonb_build_object('type', 'tag', 'match', CASE WHEN (test->>'has')::boolean THEN 'any' ELSE 'none' END, 'tagIds', test->'tagIds')
    WHEN 'lead' THEN jsonb_build_object('type', 'lead', 'value', test->'has')
    WHEN 'ad' THEN jsonb_build_object('type', 'ad', 'value', test->'is')
    WHEN 'source' THEN jsonb_build_object('type', 'source', 'values', jsonb_build_array(test->'source'))
    WHEN 'newCustomer' THEN jsonb_build_object('type', 'new_customer', 'value', test->'is')
    WHEN 'time' THEN test || '{"days": []}'::jsonb
    ELSE test END
$$;--> statement-breakpoint
CREATE FUNCTION "flow_with_conditions"(graph jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_set(graph, '{nodes}', coalesce(jsonb_agg(
    CASE WHEN node->>'type' = 'condition' THEN jsonb_set(node, '{data,branches}', (
      SELECT coalesce(jsonb_agg((branch - 'tests') || jsonb_build_object('conditions', jsonb_build_object('op', 'all', 'items', (
        SELECT coalesce(jsonb_agg("flow_condition"(test) ORDER BY place), '[]'::jsonb)
        FROM jsonb_array_elements(branch->'tests') WITH ORDINALITY AS t(test, place)))) ORDER BY place), '[]'::jsonb)
      FROM jsonb_array_elements(node->'data'->'branches') WITH ORDINALITY AS b(branch, place)))
    ELSE node END ORDER BY place), '[]'::jsonb))
  FROM jsonb_array_elements(graph->'nodes') WITH ORDINALITY AS n(node, place)
$$;--> statement-breakpoint
UPDATE "flow" SET "graph" = "flow_with_conditions"("graph") WHERE "graph" @> '{"nodes": [{"type": "condition"}]}';--> statement-breakpoint
UPDATE "flow_version" SET "graph" = "flow_with_conditions"("graph") WHERE "graph" @> '{"nodes": [{"type": "condition"}]}';--> statement-breakpoint
DROP FUNCTION "flow_with_conditions"(jsonb);--> statement-breakpoint
DROP FUNCTION "flow_condition"(jsonb);
