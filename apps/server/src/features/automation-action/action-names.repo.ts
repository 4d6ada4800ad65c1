import type { EntId, FlowId } from '@ruwu/contract'
import type { ReplyVariables } from '@ruwu/domain'
import { and, eq, isNull } from 'drizzle-orm'
import type { CustomerRow } from '../../customer/customer-change.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount, enterprise, flow } from '../../db/schema/index.ts'

/** Values of the variables in a message to the customer. */
export async function readMessageVariables(db: Queryable, row: CustomerRow): Promise<ReplyVariables> {
  const [names] = await db
    .select({ enterprise: enterprise.name, account: channelAccount.name, owner: agent.name })
    .from(enterprise)
    .innerJoin(channelAccount, and(eq(channelAccount.entId, enterprise.id), eq(channelAccount.id, row.relationId)))
    .leftJoin(agent, and(eq(agent.entId, enterprise.id), row.agentId ? eq(agent.id, row.agentId) : undefined))
    .where(eq(enterprise.id, row.entId))
    .limit(1)
  return {
    客户昵称: row.name,
    账号名: names?.account ?? '',
    企业名: names?.enterprise ?? '',
    客服名: row.agentId ? (names?.owner ?? '') : '',
  }
}

/** Read here and not by the feature of flows, which does these actions, too. */
export async function isPublishedFlow(db: Queryable, entId: EntId, id: FlowId): Promise<boolean> {
  const [row] = await db
    .select({ id: flow.id })
    .from(flow)
    .where(and(eq(flow.entId, entId), eq(flow.id, id), eq(flow.status, 'published'), isNull(flow.deletedAt)))
  return row !== undefined
}
