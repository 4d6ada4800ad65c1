import type { EntId, RelationId } from '@ruwu/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiAgent, aiAgentVersion, channelAccount, knowledge } from '../../db/schema/index.ts'
import { isInUse } from '../../engine/retrieval/index.ts'
import { hosting, hostingVersion } from '../../customer/index.ts'
import type { AccountRow } from './account.repo.ts'

export type AiNames = (id: RelationId) => string | null

/** Name and version of each account's published AI; null without one. */
export async function readAiNames(db: Queryable, entId: EntId): Promise<AiNames> {
  const rows = await db
    .select({
      id: channelAccount.id,
      name: sql<string>`${aiAgentVersion.config} -> 'role' ->> 'name'`,
      version: aiAgentVersion.version,
    })
    .from(channelAccount)
    .innerJoin(aiAgent, hosting)
    .innerJoin(aiAgentVersion, hostingVersion)
    .where(eq(channelAccount.entId, entId))
  const names = new Map(rows.map(({ id, name, version }) => [id, `${name} v${version}`]))
  return (id) => names.get(id) ?? null
}

/** Whether the account or its main account has active knowledge. */
export async function hasKnowledgeInUse(db: Queryable, row: AccountRow, main: AccountRow): Promise<boolean> {
  const [found] = await db
    .select({ id: knowledge.id })
    .from(knowledge)
    .where(and(eq(knowledge.entId, row.entId), inArray(knowledge.relationId, [row.id, main.id]), isInUse))
    .limit(1)
  return found !== undefined
}
