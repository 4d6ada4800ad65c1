import type { AgentId, CustomerId, EntId, HintType, NoticeId, NoticeKind } from '@ruwu/contract'
import { displayName, isKept, maskContacts } from '@ruwu/domain'
import type { Transaction } from '../db/database.ts'
import { newId } from '../platform/ids.ts'
import type { CustomerRow } from './customer-change.ts'
import { insertNotices } from './notice.repo.ts'

/** A customer, or the enterprise alone for a notice about none in particular. */
type About = Pick<CustomerRow, 'entId'> & Partial<Pick<CustomerRow, 'id' | 'relationId' | 'receptionEpoch'>>

type ToAgents = {
  to: readonly AgentId[]
  operatorId?: AgentId | null
  /** What happened, within the kind: an agent is told of one cause once. Without it every call is another. */
  cause?: string
  subjectId?: string
}

type NewNotice = ToAgents & { kind: NoticeKind; text: string }

type Hint = ToAgents & {
  hintType: HintType
  text: string
  level: 'info' | 'warn'
  /** Text of the row in 通知中心, which names the customer itself. */
  detail?: string
  /** The place in the thread that it leads to. */
  seq?: number
}

/** Adds a row of 通知中心 for each of the agents. Returns the agents that had no row of the same cause. */
async function addRows(tx: Transaction, about: About, notice: NewNotice, now: Date): Promise<AgentId[]> {
  if (notice.to.length === 0) return []
  const { kind, text, operatorId = null, subjectId = null } = notice
  const { cause = newId(now) } = notice
  const { entId, id: customerId = null, relationId = null } = about
  const row = { entId, kind, cause, text: maskContacts(text), customerId, relationId, operatorId, subjectId }
  return insertNotices(
    tx.sql,
    [...new Set(notice.to)].map((agentId) => ({ ...row, id: newId<NoticeId>(now), agentId, createdAt: now })),
  )
}

/** Adds a notice without announcing it: another event does, or nothing has to. */
export async function addNotice(tx: Transaction, about: About, notice: NewNotice, now: Date): Promise<void> {
  noticesChanged(tx, { entId: about.entId }, await addRows(tx, about, notice, now), now)
}

/** Announces something to agents, and keeps it in 通知中心 unless it passes. */
export async function notifyAgents(tx: Transaction, about: About, hint: Hint, now: Date): Promise<void> {
  const { hintType, text, level, detail = text, seq } = hint
  const to = isKept(hintType) ? await addRows(tx, about, { ...hint, kind: hintType, text: detail }, now) : hint.to
  if (to.length === 0) return
  tx.emit(
    about.entId,
    {
      type: 'hint',
      hintType,
      text,
      level,
      customerId: about.id ?? null,
      receptionEpoch: about.receptionEpoch ?? null,
      relationId: about.relationId ?? null,
      ...(seq !== undefined && { seq }),
      at: now.toISOString(),
      operatorId: hint.operatorId ?? null,
    },
    { agentIds: [...to] },
  )
}

/** Tells all tabs of the agents that their notices changed; with a customer, the reminders about it too. */
export function noticesChanged(
  tx: Transaction,
  { entId, customerId = null }: { entId: EntId; customerId?: CustomerId | null },
  agentIds: readonly AgentId[],
  now: Date,
): void {
  if (agentIds.length === 0) return
  const event = { type: 'notice_change', customerId, at: now.toISOString(), operatorId: null } as const
  tx.emit(entId, event, { agentIds: [...new Set(agentIds)] })
}

/** The cause of a notice about the customer's new owner. */
export const ownerCause = ({ id, agentSince }: Pick<CustomerRow, 'id' | 'agentSince'>): string =>
  `${id}:${agentSince?.getTime()}`

/** Display name with contacts masked, since notices reach agents without `customer:viewSensitive` too. */
export const maskedCustomerName = ({ id, name, remark }: Pick<CustomerRow, 'id' | 'name' | 'remark'>) =>
  maskContacts(displayName({ id, name, remark }))
