import type { AgentId, AuditAction, EntId } from '@ruwu/contract'
import { plainText } from '@ruwu/domain'
import { and, count, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { entGramQuery } from '../../db/gram-index.ts'
import { agent, audit } from '../../db/schema/index.ts'
import { firstIdAt } from '../../platform/ids.ts'

const { words: _words, grams: _grams, ...columns } = getTableColumns(audit)

export type AuditRow = Omit<typeof audit.$inferSelect, 'words' | 'grams'> & { agentName: string | null }

export type AuditFilter = {
  agentId?: AgentId | undefined
  action?: AuditAction | undefined
  /** Entries about one object. */
  object?: string
  actions?: readonly AuditAction[]
  from?: string | undefined
  to?: string | undefined
  keyword?: string | undefined
}

const matches = (entId: EntId, { agentId, action, object, actions, from, to, keyword }: AuditFilter) =>
  and(
    eq(audit.entId, entId),
    agentId && eq(audit.agentId, agentId),
    action && eq(audit.action, action),
    actions && inArray(audit.action, [...actions]),
    object === undefined ? undefined : eq(audit.object, object),
    from ? gte(audit.id, firstIdAt(new Date(from))) : undefined,
    to ? lt(audit.id, firstIdAt(new Date(to))) : undefined,
    keyword ? contains(entId, keyword) : undefined,
  )

/** By the bigram index, then checked on the text. A keyword of signs alone finds nothing. */
function contains(entId: EntId, keyword: string): SQL {
  const query = entGramQuery(entId, keyword)
  return query === undefined
    ? sql`false`
    : sql`(${audit.grams} @@ ${query}::tsquery and strpos(${audit.words}, ${plainText(keyword)}) > 0)`
}

/** Newest first, below the cursor. Ids begin with their time, so a period is a range of the primary key. */
export const listAudit = (
  db: Queryable,
  entId: EntId,
  filter: AuditFilter,
  page: { below: string | undefined; limit: number },
): Promise<AuditRow[]> =>
  db
    .select({ ...columns, agentName: agent.name })
    .from(audit)
    .leftJoin(agent, and(eq(agent.entId, audit.entId), eq(agent.id, audit.agentId)))
    .where(and(matches(entId, filter), page.below === undefined ? undefined : lt(audit.id, page.below)))
    .orderBy(desc(audit.id))
    .limit(page.limit)

/** At most `most`. */
export async function countAudit(db: Queryable, entId: EntId, filter: AuditFilter, most: number): Promise<number> {
  const some = db.select({ id: audit.id }).from(audit).where(matches(entId, filter)).limit(most).as('some')
  const [row] = await db.select({ entries: count() }).from(some)
  return row?.entries ?? 0
}
