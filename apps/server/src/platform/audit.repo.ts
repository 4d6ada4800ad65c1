import type { AgentId, AuditAction, EntId } from '@ruwu/contract'
import { AUDIT_DAYS, auditChange, type AuditValues, plainText } from '@ruwu/domain'
import { desc, lt } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { gramVector } from '../db/gram-index.ts'
import { audit, operatorAudit } from '../db/schema/index.ts'
import { newId } from './ids.ts'

const DAY_MS = 86_400_000
const NAME_MAX = 100
/** Separator of the searched parts: no match spans two. */
const PART = '\u001f'

/** Who acts: a `Caller`, or the agent of a sign-in; `agentId` null is the operator. */
export type Actor = { entId: EntId; agentId: AgentId | null; ip: string }

type Entry = {
  action: AuditAction
  /** Id of what is acted on, and its name as it is shown. */
  object: string
  name?: string
  /** Old and new fields; only those that differ are stored, masked. */
  before?: AuditValues
  after?: AuditValues
}

/**
 * Call it with the writing transaction: a change and its entry are stored together or not at all. An edit that changes no
 * field leaves no entry.
 */
export async function writeAudit(
  db: Queryable,
  { entId, agentId, ip }: Actor,
  { action, object, name = '', before, after }: Entry,
  now: Date,
): Promise<void> {
  const objectName = (auditChange({}, { name }).after.name ?? '').slice(0, NAME_MAX)
  const change = auditChange(before, after)
  if (before && after && Object.keys({ ...change.before, ...change.after }).length === 0) return
  const searched = [objectName, ip, ...Object.values(change.before), ...Object.values(change.after)].join(PART)
  await db.insert(audit).values({
    entId,
    id: newId<string>(now),
    agentId,
    action,
    object,
    objectName,
    ...change,
    ip,
    at: now,
    words: plainText(searched),
    grams: gramVector(entId, searched),
  })
}

type OperatorEntry = Pick<typeof operatorAudit.$inferSelect, 'action' | 'object' | 'detail'>

/** What the operator does to an enterprise is in that enterprise's log; this is the rest. Call it with the writing transaction, too. */
export async function writeOperatorAudit(db: Queryable, entry: OperatorEntry, now: Date): Promise<void> {
  await db.insert(operatorAudit).values({ ...entry, id: newId<string>(now), at: now })
}

/** The newest first. */
export const listOperatorAudit = (db: Queryable, limit: number) =>
  db.select().from(operatorAudit).orderBy(desc(operatorAudit.at), desc(operatorAudit.id)).limit(limit)

export async function deleteOldAudit(db: Queryable, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - AUDIT_DAYS * DAY_MS)
  await db.delete(audit).where(lt(audit.at, oldest))
  await db.delete(operatorAudit).where(lt(operatorAudit.at, oldest))
}
