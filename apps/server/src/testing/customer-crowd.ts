import {
  type AgentId,
  AI_OFF_REASONS,
  type Customer,
  type CustomerId,
  type CustomerItem,
  type EntId,
  LEAD_STATUSES,
  type MessageId,
  type RelationId,
  type Seat,
  type Source,
  type StageId,
  type TagId,
} from '@ruwu/contract'
import { NO_SEAT, toItem } from '@ruwu/domain'
import type { Database } from '../db/database.ts'
import { customer, customerMessage, customerSeat, customerTag, message, tag, topic } from '../db/schema/index.ts'
import { writeNames } from '../customer/name-index.repo.ts'
import { newId } from '../platform/ids.ts'
import { discardPlans } from './discard-plans.ts'

type CrowdAgent = { id: AgentId; name: string; createdAt: Date }
type CrowdAccount = { id: RelationId; source: Source; name: string }

export type CrowdPlan = {
  entId: EntId
  agents: readonly CrowdAgent[]
  accounts: readonly CrowdAccount[]
  count: number
  /** Base time; the customers' times lie up to a day around it. */
  now: Date
  random: () => number
  /** Default: no customer has a stage. */
  stageIds?: readonly StageId[]
}

/** Random customers that differ in every filter and sort of the list, inserted, and as each agent should see them. */
export async function addCrowd(db: Database, plan: CrowdPlan) {
  const { entId, agents, accounts, random, now, stageIds = [] } = plan
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const chance = (share: number) => random() < share
  const minutes = (most: number) => new Date(now.getTime() + Math.round((random() * 2 - 1) * most) * 60_000)
  const tagIds = Array.from({ length: 5 }, () => newId<TagId>(now))
  const kind = { color: 'blue', kind: 'manual', createdAt: now, updatedAt: now } as const
  await discardPlans(db.pool)
  await db.sql.insert(tag).values(tagIds.map((id, n) => ({ entId, id, name: `标签${n}-${id}`, ...kind })))
  const people = Array.from({ length: plan.count }, (_, n) => makeCustomer(n))
  const rows = people.map((each) => each.row)
  const all = people.flatMap(({ row, said }) => said.map((one) => ({ row, ...one })))
  const bound = rows.flatMap(({ id, tagIds: own }) =>
    own.map((tagId) => ({ entId, customerId: id, tagId, boundAt: now })),
  )
  const seated = people.flatMap(({ row, seats }) =>
    [...seats].map(([agentId, { seatVersion, ...seat }]) => ({
      entId,
      agentId,
      customerId: row.id,
      ...seat,
      version: seatVersion,
      updatedAt: now,
    })),
  )
  await db.sql.insert(topic).values(
    rows.map(({ id, createdAt }) => ({
      entId,
      id,
      kind: 'customer' as const,
      ownerId: id,
      createdAt,
      updatedAt: now,
    })),
  )
  await db.sql.insert(customer).values(rows)
  await writeNames(db.sql, rows)
  await db.sql.insert(message).values(
    all.map(({ row, id, seq, at }) => ({
      entId,
      topicId: row.id,
      seq,
      id,
      chatId: id,
      senderId: row.id,
      content: { type: 'text', text: '在吗' },
      isReadable: true,
      createdAt: at,
      updatedAt: at,
    })),
  )
  await db.sql.insert(customerMessage).values(
    all.map(({ row, id, seq, at }) => ({
      entId,
      customerId: row.id,
      seq,
      id,
      relationId: row.relationId,
      senderKind: 'customer' as const,
      status: 1,
      updatedAt: at,
    })),
  )
  if (bound.length > 0) await db.sql.insert(customerTag).values(bound)
  if (seated.length > 0) await db.sql.insert(customerSeat).values(seated)

  /** All customers with one agent's seats, ignoring the authorisation filter. */
  const seenBy = (agent: CrowdAgent): CustomerItem[] =>
    people.map(({ row, said, seats }) => {
      const readBefore = said.filter((one) => one.at <= agent.createdAt).length
      return toItem(customerOf(row), seats.get(agent.id) ?? { ...NO_SEAT, readInbound: readBefore })
    })

  return { tagIds, seenBy, ids: rows.map((row) => row.id) }

  function makeCustomer(n: number) {
    const account = pick(accounts)
    const receptionType = pick(['ai_agent', 'manual', 'workflow'] as const)
    const createdAt = minutes(60)
    const said = Array.from({ length: Math.floor(random() * 4) }, (_, index) => ({
      seq: index + 1,
      at: new Date(createdAt.getTime() + index * 20 * 60_000),
      id: newId<MessageId>(now),
    }))
    const lastInboundAt = said.at(-1)?.at ?? null
    // Equal times on purpose: the id breaks the tie.
    const lastMessageAt = lastInboundAt ?? new Date(now.getTime() + (n % 5) * 60_000)
    const agentId = chance(0.4) ? null : pick(agents).id
    const archive = chance(0.3)
    const canPostpone = agentId !== null && !archive
    const row = {
      entId,
      agentId,
      archive,
      postponedUntil: canPostpone && chance(0.25) ? minutes(600) : null,
      returnedAt: canPostpone && chance(0.2) ? now : null,
      id: newId<CustomerId>(now),
      relationId: account.id,
      source: account.source,
      platformUserId: `crowd-${n}-${newId<string>(now)}`,
      name: pick(['陈小木', 'Ｌｉｎ小满', '木作 Tom', '小红', '']),
      remark: pick(['', '', '老客户', 'VIP 小陈']),
      byAd: chance(0.3),
      tagIds: tagIds.filter(() => chance(0.3)),
      leadStatus: chance(0.3) ? pick(LEAD_STATUSES) : null,
      stageId: [null, ...stageIds][n % (stageIds.length + 1)] ?? null,
      receptionType,
      aiOffReason: receptionType === 'ai_agent' ? null : pick(AI_OFF_REASONS),
      handoffAt: receptionType === 'manual' && chance(0.3) ? now : null,
      waitingSince: chance(0.4) ? pick([lastMessageAt, now, minutes(30)]) : null,
      lastSeq: said.length,
      lastMessageSeq: said.length,
      lastMessageAt,
      lastInboundAt,
      lastInboundSeq: said.length,
      inboundCount: said.length,
      lastOutboundStatus: pick([null, 0, 1, 2] as const),
      firstEnterAt: new Date(createdAt.getTime() - (n % 3) * 86_400_000),
      lastEnterAt: createdAt,
      createdAt,
      updatedAt: now,
    }
    const seats = new Map<AgentId, Seat>()
    for (const agent of agents) {
      if (chance(0.5)) continue
      const readInbound = Math.floor(random() * (said.length + 1))
      seats.set(agent.id, {
        readSeq: readInbound,
        readInbound,
        markedUnread: chance(0.2),
        sticky: chance(0.15),
        isStar: chance(0.2),
        seatVersion: 1 + Math.floor(random() * 3),
      })
    }
    return { row, said, seats }
  }

  function customerOf(row: ReturnType<typeof makeCustomer>['row']): Customer {
    return {
      customerId: row.id,
      topicId: row.id,
      name: row.name,
      remark: row.remark,
      avatar: '',
      source: row.source,
      subSourceId: row.relationId,
      subSourceName: accounts.find((account) => account.id === row.relationId)?.name ?? '',
      agentId: row.agentId,
      agentName: agents.find((agent) => agent.id === row.agentId)?.name ?? null,
      enableAi: row.receptionType === 'ai_agent',
      receptionType: row.receptionType,
      receptionEpoch: 1,
      aiOffReason: row.aiOffReason,
      autoEnableAt: null,
      archive: row.archive,
      isBlocked: false,
      waitingSince: row.waitingSince?.toISOString() ?? null,
      handoffAt: row.handoffAt?.toISOString() ?? null,
      postponedUntil: row.postponedUntil?.toISOString() ?? null,
      returnedAt: row.returnedAt?.toISOString() ?? null,
      lastMessage: null,
      lastMessageAt: row.lastMessageAt.toISOString(),
      lastSeq: row.lastSeq,
      sendResult: row.lastOutboundStatus === 1 || row.lastOutboundStatus === 2 ? row.lastOutboundStatus : null,
      inboundCount: row.inboundCount,
      tagIds: row.tagIds,
      leadStatus: row.leadStatus,
      stageId: row.stageId,
      ad: row.byAd,
      firstEnterAt: row.firstEnterAt.toISOString(),
      version: 1,
    }
  }
}
