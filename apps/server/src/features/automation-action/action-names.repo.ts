import type { ReplyVariables } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { CustomerRow } from '../../customer/customer-change.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount, enterprise } from '../../db/schema/index.ts'

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
