import type { AgentId, AuditAction, EntId } from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, gte, ilike, inArray, lt, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, audit } from '../../db/schema/index.ts'
import { firstIdAt } from '../../platform/ids.ts'

export type AuditRow = typeof audit.$inferSelect & { agentName: string | null }

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

const matches = (entId: EntId, { agentId, action, object, actions, from, to, keyword }: AuditFilter) => {
  const like = keyword && `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return and(
    eq(audit.entId, entId),
    agentId && eq(audit.agentId, agentId),
    action && eq(audit.action, action),
    actions && inArray(audit.action, [...actions]),
    object === undefined ? undefined : eq(audit.object, object),
    from ? gte(audit.id, firstIdAt(new Date(from))) : undefined,
    to ? lt(audit.id, firstIdAt(new Date(to))) : undefined,
    like
      ? or(
          ilike(audit.objectName, like),
          ilike(audit.ip, like),
          sql`${audit.before}::text ilike ${like}`,
          sql`${audit.after}::text ilike ${like}`,
        )
      : undefined,
  )
}

/** Newest first, below the cursor. Ids begin with their time, so a period is a range of the primary key. */
export const listAudit = (
  db: Queryable,
  entId: EntId,
  filter: AuditFilter,
  page: { below: string | undefined; limit: number },
): Promise<AuditRow[]> =>
  db
    .select({ ...getTableColumns(audit), agentName: agent.name })
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
