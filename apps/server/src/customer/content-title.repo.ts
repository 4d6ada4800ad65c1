import type { EntId } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { material } from '../db/schema/index.ts'

/** Titles of contents by their platform's id, as far as they have been synced from the platform. */
export async function readContentTitles(
  db: Queryable,
  entId: EntId,
  contentIds: readonly (string | undefined)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(contentIds.flatMap((id) => id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: material.platformId, title: material.title })
    .from(material)
    .where(and(eq(material.entId, entId), inArray(material.platformId, ids)))
  return new Map(rows.map(({ id, title }) => [id, title]))
}
