import type { CustomerId, CustomerItem, Seat } from '@ruwu/contract'
import { NO_SEAT, toItem } from '@ruwu/domain'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import { preparedFor } from '../db/prepared.ts'
import { agent, channelAccount, customer, customerSeat } from '../db/schema/index.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { maskCustomer, maskFor, toCustomer } from './customer.view.ts'
import { readBefore } from './seat.repo.ts'

/** Columns of a customer's row that the wire and the unread count need. */
export const CUSTOMER_FIELDS = {
  id: customer.id,
  name: customer.name,
  remark: customer.remark,
  avatar: customer.avatar,
  source: customer.source,
  relationId: customer.relationId,
  agentId: customer.agentId,
  receptionType: customer.receptionType,
  receptionEpoch: customer.receptionEpoch,
  aiOffReason: customer.aiOffReason,
  autoEnableAt: customer.autoEnableAt,
  archive: customer.archive,
  isBlocked: customer.isBlocked,
  waitingSince: customer.waitingSince,
  handoffAt: customer.handoffAt,
  postponedUntil: customer.postponedUntil,
  returnedAt: customer.returnedAt,
  lastMessage: customer.lastMessage,
  lastMessageAt: customer.lastMessageAt,
  lastSeq: customer.lastSeq,
  lastOutboundStatus: customer.lastOutboundStatus,
  inboundCount: customer.inboundCount,
  lastInboundAt: customer.lastInboundAt,
  tagIds: customer.tagIds,
  leadStatus: customer.leadStatus,
  stageId: customer.stageId,
  firstEnterAt: customer.firstEnterAt,
  byAd: customer.byAd,
  version: customer.version,
  createdAt: customer.createdAt,
} as const

type Viewer = Pick<Caller, 'entId' | 'agentId' | 'permissions' | 'masksPhones'>

/** A list item for the viewer. The caller has checked visibility. */
export async function readItem(db: Queryable, caller: Viewer, id: CustomerId): Promise<CustomerItem> {
  const [item] = await readItems(db, caller, [id])
  if (!item) throw new NotFoundError('客户')
  return item
}

/** Many items, in the order of `ids`. */
export async function readItems(db: Queryable, caller: Viewer, ids: readonly CustomerId[]): Promise<CustomerItem[]> {
  if (ids.length === 0) return []
  const rows = await selectItems(db).execute({ entId: caller.entId, agentId: caller.agentId, ids })
  const mask = maskFor(caller)
  const items = new Map(
    rows.map((row) => {
      const seat: Seat = row.seat ?? { ...NO_SEAT, readInbound: row.readBefore ?? 0 }
      const item = toItem(toCustomer(row.customer, row.names), seat)
      return [item.customerId, maskCustomer(item, mask)]
    }),
  )
  return ids.flatMap((id) => items.get(id) ?? [])
}

const owner = alias(agent, 'owner')
const lastSender = alias(agent, 'lastSender')

const SEAT_COLUMNS = {
  readSeq: customerSeat.readSeq,
  readInbound: customerSeat.readInbound,
  markedUnread: customerSeat.markedUnread,
  sticky: customerSeat.sticky,
  isStar: customerSeat.isStar,
  seatVersion: customerSeat.version,
}

/** Null when there is a seat row: it holds the read count. */
const readWithoutSeat = sql<number | null>`case when ${customerSeat.customerId} is null
  then ${readBefore(sql`${customer}`, sql`${agent.createdAt}`)} end`

const me = sql.placeholder('agentId')

/** Prepared: read with every page, and the plan does not depend on the parameters. */
const selectItems = preparedFor((db) =>
  db
    .select({
      customer: CUSTOMER_FIELDS,
      names: { subSourceName: channelAccount.name, agentName: owner.name, lastAgentName: lastSender.name },
      seat: SEAT_COLUMNS,
      readBefore: readWithoutSeat,
    })
    .from(customer)
    .innerJoin(
      channelAccount,
      and(eq(channelAccount.entId, customer.entId), eq(channelAccount.id, customer.relationId)),
    )
    .innerJoin(agent, and(eq(agent.entId, customer.entId), eq(agent.id, me)))
    .leftJoin(owner, and(eq(owner.entId, customer.entId), eq(owner.id, customer.agentId)))
    .leftJoin(
      lastSender,
      and(eq(lastSender.entId, customer.entId), sql`${lastSender.id} = (${customer.lastMessage} ->> 'agentId')::uuid`),
    )
    .leftJoin(
      customerSeat,
      and(
        eq(customerSeat.entId, customer.entId),
        eq(customerSeat.agentId, me),
        eq(customerSeat.customerId, customer.id),
      ),
    )
    .where(
      and(eq(customer.entId, sql.placeholder('entId')), sql`${customer.id} = any(${sql.placeholder('ids')}::uuid[])`),
    )
    .prepare('customer_items'),
)
