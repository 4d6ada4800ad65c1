import type { AiDraft, EntId, RelationId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { aiAgent, aiAgentVersion, channelAccount } from '../../db/schema/index.ts'
import { hosting, hostingVersion } from '../../customer/index.ts'

/** The AI that answers for an account. `hostId` is where it and its knowledge are kept: here, or at the main account. */
export type HostingAi = { hostId: RelationId; version: number; config: AiDraft; publishedAt: Date }

/** The account's own published AI, else its main account's. */
export async function findHostingAi(db: Queryable, entId: EntId, id: RelationId): Promise<HostingAi | undefined> {
  const [row] = await db
    .select({
      hostId: aiAgentVersion.relationId,
      version: aiAgentVersion.version,
      config: aiAgentVersion.config,
      publishedAt: aiAgentVersion.publishedAt,
    })
    .from(channelAccount)
    .innerJoin(aiAgent, hosting)
    .innerJoin(aiAgentVersion, hostingVersion)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, id)))
  return row
}
