import type { AgentId, EntId, RelationId, Source, TagId } from '@ruwu/contract'
import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount, tag } from '../../db/schema/index.ts'

export type Account = { id: RelationId; source: Source; parentId: RelationId | null; name: string }

export const listAccounts = (db: Queryable, entId: EntId): Promise<Account[]> =>
  db
    .select({
      id: channelAccount.id,
      source: channelAccount.source,
      parentId: channelAccount.parentId,
      name: channelAccount.name,
    })
    .from(channelAccount)
    .where(eq(channelAccount.entId, entId))
    .orderBy(asc(channelAccount.name), asc(channelAccount.id))

/** Disabled agents too: their figures stay. */
export const listAgents = (db: Queryable, entId: EntId): Promise<{ id: AgentId; name: string; avatar: string }[]> =>
  db
    .select({ id: agent.id, name: agent.name, avatar: agent.avatar })
    .from(agent)
    .where(eq(agent.entId, entId))
    .orderBy(asc(agent.createdAt), asc(agent.id))

export const listTags = (db: Queryable, entId: EntId): Promise<{ id: TagId; name: string; color: string }[]> =>
  db
    .select({ id: tag.id, name: tag.name, color: tag.color })
    .from(tag)
    .where(eq(tag.entId, entId))
    .orderBy(asc(tag.position), asc(tag.id))
