import { DEFAULT_ASSIGN_RULE, isCandidate, pickAgent } from '@ruwu/domain'
import { maskedCustomerName, notifyAgents, ownerCause } from '../../customer/notify-agents.ts'
import { type CustomerKey, lockCustomer } from '../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { type Cause, lockSentCard, takeCause } from '../../inbound/index.ts'
import type { AutomaticSender } from '../../outbound/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { lockTeammate, noteAssignment, readTeam } from '../../reception/index.ts'
import { type MaterialRow, noteCardAgent } from './material.repo.ts'

type SubmittedDeps = { db: Database; clock: Clock; writer: CustomerWriter; automatic: AutomaticSender }

/** A customer submitted a card or copied the number on it: its 承接客服 take turns, and a submission is answered with 提交后回复. Once per cause. */
export function createSubmittedCards({ db, clock, writer, automatic }: SubmittedDeps) {
  /** A customer who has an owner keeps it; without a free agent the queue decides. A copy opens no session: an archived customer stays so. */
  async function assign(tx: Transaction, key: CustomerKey, card: MaterialRow, act: string, now: Date) {
    const change = await lockCustomer(tx.sql, key.entId, key.customerId)
    if (!change || change.customer.archive || change.customer.agentId !== null || card.agentIds.length === 0) return
    const team = (await readTeam(tx.sql, key.entId, now)).filter(({ id }) => card.agentIds.includes(id))
    const turn = { mode: 'rotate', rule: DEFAULT_ASSIGN_RULE, lastAgentId: card.lastAgentId } as const
    const picked = pickAgent(turn, team, change.customer, now)
    const mate = picked && (await lockTeammate(tx.sql, key.entId, picked.id, now))
    if (!mate || !isCandidate(mate, change.customer, now)) return
    const { id: agentId, name: agentName } = mate
    changeCustomerReception(change, { kind: 'receive', agentId, agentName, reason: 'auto', operatorId: null }, now)
    await writer.commit(tx, [change], now)
    await noteAssignment(tx.sql, key.entId, agentId, now)
    await noteCardAgent(tx.sql, card, agentId)
    const detail = `${act}了「${card.name}」`
    const text = `${maskedCustomerName(change.customer)} ${detail}，已分配给您`
    const told = { hintType: 'assigned', text, detail, level: 'info', to: [agentId] } as const
    await notifyAgents(tx, change.customer, { ...told, cause: ownerCause(change.customer) }, now)
  }

  async function onInbound(cause: Cause): Promise<void> {
    if (cause.kind === 'enter' || cause.cardId === undefined) return
    const { cardId, entId, customerId } = cause
    const isSubmitted = cause.kind === 'message'
    await db.transaction(async (tx) => {
      if (!(await takeCause(tx.sql, cause))) return
      const row = (await lockCustomer(tx.sql, entId, customerId))?.customer
      const card = row && !row.isBlocked ? await lockSentCard(tx.sql, row, cardId) : undefined
      if (!row || !card) return
      await assign(tx, { entId, customerId }, card, isSubmitted ? '提交' : '复制', clock.now())
      if (!isSubmitted || card.afterText === '') return
      const { receptionType, receptionEpoch } = row
      await automatic.send(tx, {
        entId,
        customerId,
        kind: 'card_reply',
        content: { type: 'text', text: card.afterText },
        expected: { receptionType, receptionEpoch },
      })
    })
  }

  return { onInbound }
}
