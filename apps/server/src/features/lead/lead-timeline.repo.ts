import type { LeadMoment } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { LeadRow } from '../../customer/additions.ts'
import { sameMessage } from '../../customer/customer-message.repo.ts'
import { maskFor } from '../../customer/customer.view.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, customerChange, customerMessage, message } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { PROFILE_LABELS } from '../../profile/index.ts'
import { leadChangeField } from './record-lead.ts'

/** The newest of the thread's lines and of the changes. */
const SHOWN = 50

/** Kinds of system lines by what they tell; of tags, recalls and held-back messages the thread tells. */
const LINE_KINDS: Record<string, LeadMoment['kind'] | null> = {
  enter: 'enter',
  comment: 'enter',
  comment_reply: 'enter',
  lead: 'contact',
  wechat_copy: 'contact',
  tag: null,
  recall: null,
  held_back: null,
}

const listLines = (db: Queryable, { entId, customerId }: LeadRow) =>
  db
    .select({ id: customerMessage.id, at: message.createdAt, content: message.content })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        eq(customerMessage.senderKind, 'system'),
      ),
    )
    .orderBy(desc(customerMessage.seq))
    .limit(SHOWN)

const listChanges = (db: Queryable, row: LeadRow) =>
  db
    .select({
      id: customerChange.id,
      at: customerChange.at,
      field: customerChange.field,
      after: customerChange.after,
      agentName: agent.name,
    })
    .from(customerChange)
    .leftJoin(agent, and(eq(agent.entId, customerChange.entId), eq(agent.id, customerChange.agentId)))
    .where(
      and(
        eq(customerChange.entId, row.entId),
        eq(customerChange.customerId, row.customerId),
        inArray(customerChange.field, [leadChangeField(row), PROFILE_LABELS.stageId]),
      ),
    )
    .orderBy(desc(customerChange.id))
    .limit(SHOWN)

/** The lead's status and stage changes and the thread's system lines, newest first. */
export async function readTimeline(db: Queryable, caller: Caller, row: LeadRow): Promise<LeadMoment[]> {
  const [lines, changes] = [await listLines(db, row), await listChanges(db, row)]
  const mask = maskFor(caller)
  const shown = (text: string) => (mask === null ? text : maskContacts(text, mask))
  const moments: LeadMoment[] = [
    ...changes.map(({ id, at, field, after, agentName }) => ({
      id,
      at: at.toISOString(),
      kind: 'change' as const,
      text: `${field === PROFILE_LABELS.stageId ? '阶段' : '状态'}变为 ${after}`,
      agentName,
    })),
    ...lines.flatMap(({ id, at, content }) => {
      const kind = LINE_KINDS[String(content.extra?.kind)] ?? ('reception' as const)
      const isTold = LINE_KINDS[String(content.extra?.kind)] !== null
      return isTold ? [{ id, at: at.toISOString(), kind, text: shown(content.text ?? ''), agentName: null }] : []
    }),
  ]
  return moments.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN)
}
