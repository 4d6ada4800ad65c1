import type { AgentId, CustomerFilter, CustomerId, EntId, FieldValue, RelationId, StageId, TagId } from '@ruwu/contract'
import type { FilterNames } from '@ruwu/domain'
import { and, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isInScope } from '../customer/account-scope.repo.ts'
import { readCustomerSetting } from '../customer/customer-setting.repo.ts'
import type { Queryable } from '../db/database.ts'
import { agent, channelAccount, customer, lead, tag } from '../db/schema/index.ts'
import type { Caller } from '../platform/http/caller.ts'

/** What an export shows of a customer besides the list item. Contacts are not masked. */
export type ExportColumns = {
  id: CustomerId
  createdAt: Date
  stageId: StageId | null
  fields: Record<string, FieldValue>
  phone: string | null
  wechat: string | null
}

const phone = alias(lead, 'phone')
const wechat = alias(lead, 'wechat')

/** At most one per kind, by the unique index of primary leads. */
const isPrimary = (kept: typeof phone | typeof wechat, kind: 'phone' | 'wechat') =>
  and(eq(kept.entId, customer.entId), eq(kept.customerId, customer.id), eq(kept.kind, kind), kept.isPrimary)

export async function readExportColumns(
  db: Queryable,
  entId: EntId,
  ids: readonly CustomerId[],
): Promise<Map<CustomerId, ExportColumns>> {
  const rows = await db
    .select({
      id: customer.id,
      createdAt: customer.createdAt,
      stageId: customer.stageId,
      fields: customer.fields,
      phone: phone.value,
      wechat: wechat.value,
    })
    .from(customer)
    .leftJoin(phone, isPrimary(phone, 'phone'))
    .leftJoin(wechat, isPrimary(wechat, 'wechat'))
    .where(and(eq(customer.entId, entId), inArray(customer.id, [...ids])))
  return new Map(rows.map((row) => [row.id, row]))
}

export async function readTagNames(db: Queryable, entId: EntId): Promise<Map<TagId, string>> {
  const rows = await db.select({ id: tag.id, name: tag.name }).from(tag).where(eq(tag.entId, entId))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function readFilterNames(
  db: Queryable,
  caller: Caller,
  filter: Partial<CustomerFilter>,
): Promise<FilterNames> {
  const { entId } = caller
  const { subSourceId } = filter
  const tags = filter.tagIds?.length ? await readTagNames(db, entId) : new Map<TagId, string>()
  return {
    agent: filter.agentId && (await findAgentName(db, entId, filter.agentId)),
    account: subSourceId && isInScope(caller, subSourceId) ? await findAccountName(db, entId, subSourceId) : undefined,
    stage: filter.stageId && (await findStageName(db, entId, filter.stageId)),
    tags: filter.tagIds?.flatMap((id) => tags.get(id) ?? []) ?? [],
  }
}

const findStageName = async (db: Queryable, entId: EntId, id: StageId): Promise<string | undefined> =>
  (await readCustomerSetting(db, entId)).stages.find((stage) => stage.id === id)?.name

async function findAgentName(db: Queryable, entId: EntId, id: AgentId): Promise<string | undefined> {
  const isIt = and(eq(agent.entId, entId), eq(agent.id, id))
  return (await db.select({ name: agent.name }).from(agent).where(isIt))[0]?.name
}

async function findAccountName(db: Queryable, entId: EntId, id: RelationId): Promise<string | undefined> {
  const isIt = and(eq(channelAccount.entId, entId), eq(channelAccount.id, id))
  return (await db.select({ name: channelAccount.name }).from(channelAccount).where(isIt))[0]?.name
}
