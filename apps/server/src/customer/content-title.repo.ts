import type { EntId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { material } from '../db/schema/index.ts'

/** Titles of synced notes and videos by their platform's id. */
export async function readContentTitles(
  db: Queryable,
  entId: EntId,
  contentIds: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(contentIds.flatMap((id) => id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: material.platformId, title: material.title })
    .from(material)
    .where(and(eq(material.entId, entId), sql`${material.platformId} = any(${sql.param(ids)}::text[])`))
  return new Map(rows.map(({ id, title }) => [id, title]))
}
