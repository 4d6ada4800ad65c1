import type { AiRunId, CustomerId, EntId, KnowledgeId, KnowledgeUser } from '@ruwu/contract'
import { and, count, desc, eq, gte, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { visibleTo } from '../../../customer/visibility.repo.ts'
import type { Queryable } from '../../../db/database.ts'
import { aiHostRelationId } from '../../../db/hosting.ts'
import {
  aiAgent,
  aiRun,
  aiRunMessage,
  channelAccount,
  customer,
  customerMessage,
  knowledgeHit,
} from '../../../db/schema/index.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { AccountKey, KnowledgeKey } from '../knowledge.repo.ts'

/** Hits scanned per page, more than shown because invisible customers are filtered out. */
const LOOKED_AT = 1_000

const isHitOf = ({ entId, id }: KnowledgeKey) => and(eq(knowledgeHit.entId, entId), eq(knowledgeHit.knowledgeId, id))

export async function countHitsSince(db: Queryable, key: KnowledgeKey, first: AiRunId): Promise<number> {
  const [row] = await db
    .select({ hits: count() })
    .from(knowledgeHit)
    .where(and(isHitOf(key), gte(knowledgeHit.runId, first)))
  return row?.hits ?? 0
}

const USER = {
  relationId: channelAccount.id,
  name: channelAccount.name,
  source: channelAccount.source,
  accountType: channelAccount.accountType,
  aiVersion: aiAgent.publishedVersion,
}

/** The account and those its AI answers for. */
export const listUsers = (db: Queryable, { entId, relationId }: AccountKey): Promise<KnowledgeUser[]> =>
  db
    .select(USER)
    .from(channelAccount)
    .leftJoin(
      aiAgent,
      and(
        eq(aiAgent.entId, channelAccount.entId),
        eq(aiAgent.relationId, relationId),
        eq(aiHostRelationId, aiAgent.relationId),
      ),
    )
    .where(
      and(
        eq(channelAccount.entId, entId),
        or(
          eq(channelAccount.id, relationId),
          and(
            eq(channelAccount.parentId, relationId),
            eq(aiHostRelationId, relationId),
            ne(channelAccount.openStatus, 'unbound'),
          ),
        ),
      ),
    )
    .orderBy(desc(eq(channelAccount.id, relationId)), channelAccount.name, channelAccount.id)

/** Bound accounts that take part in the enterprise's library. */
export const listSharedUsers = (db: Queryable, entId: EntId): Promise<KnowledgeUser[]> =>
  db
    .select(USER)
    .from(channelAccount)
    .leftJoin(aiAgent, and(eq(aiAgent.entId, channelAccount.entId), eq(aiAgent.relationId, aiHostRelationId)))
    .where(
      and(
        eq(channelAccount.entId, entId),
        ne(channelAccount.openStatus, 'unbound'),
        eq(channelAccount.usesShared, true),
      ),
    )
    .orderBy(channelAccount.name, channelAccount.id)

export type UseRow = Awaited<ReturnType<typeof readUses>>[number]
type FoundUses = { ids: AiRunId[]; next: AiRunId | null }

/** Newest hits below the cursor, limited to visible customers. A page may be short and still have a next cursor. */
export async function findUses(
  db: Queryable,
  caller: Caller,
  key: KnowledgeKey,
  { below, limit }: { below: AiRunId | undefined; limit: number },
  lookedAt = LOOKED_AT,
): Promise<FoundUses> {
  const seen = visibleTo(caller)
  const most = seen ? lookedAt : limit + 1
  const looked = db
    .select({ entId: knowledgeHit.entId, runId: knowledgeHit.runId, customerId: knowledgeHit.customerId })
    .from(knowledgeHit)
    .where(and(isHitOf(key), below && lt(knowledgeHit.runId, below)))
    .orderBy(desc(knowledgeHit.runId))
    .limit(most)
    .as('looked')
  const rows = await db
    .select({ runId: looked.runId, isSeen: seen ? sql<boolean>`${seen}` : sql<boolean>`true` })
    .from(looked)
    .innerJoin(customer, and(eq(customer.entId, looked.entId), eq(customer.id, looked.customerId)))
    .orderBy(desc(looked.runId))
  const ids = rows.filter((row) => row.isSeen).map((row) => row.runId)
  if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1] ?? null }
  return { ids, next: rows.length === most ? (rows.at(-1)?.runId ?? null) : null }
}

/** Questions and answers of the runs, newest first. */
export const readUses = (db: Queryable, { entId }: KnowledgeKey, ids: readonly AiRunId[]) =>
  db
    .select({
      runId: aiRun.id,
      customerId: aiRun.customerId,
      state: aiRun.state,
      question: aiRun.question,
      knowledge: aiRun.knowledge,
      startedAt: aiRun.startedAt,
      source: customer.source,
      name: customer.name,
      remark: customer.remark,
      answerId: aiRunMessage.messageId,
      askedId: customerMessage.id,
    })
    .from(aiRun)
    .innerJoin(customer, and(eq(customer.entId, aiRun.entId), eq(customer.id, aiRun.customerId)))
    .leftJoin(
      aiRunMessage,
      and(eq(aiRunMessage.entId, aiRun.entId), eq(aiRunMessage.runId, aiRun.id), eq(aiRunMessage.index, 0)),
    )
    .leftJoin(
      customerMessage,
      and(
        eq(customerMessage.entId, aiRun.entId),
        eq(customerMessage.customerId, aiRun.customerId),
        eq(customerMessage.seq, aiRun.answeredSeq),
      ),
    )
    .where(and(eq(aiRun.entId, entId), inArray(aiRun.id, [...ids])))
    .orderBy(desc(aiRun.id))

type HitBy = { entId: EntId; id: AiRunId; customerId: CustomerId; startedAt: Date }

/** Counts a run's knowledge hits, idempotent per run (primary key of knowledge_hit). Deleted entries are skipped. */
export async function recordHits(
  db: Queryable,
  { entId, id, customerId, startedAt }: HitBy,
  ids: readonly KnowledgeId[],
): Promise<void> {
  if (ids.length === 0) return
  // Entries are locked in id order, so that two runs with the same entries can't deadlock.
  await db.execute(sql`with entry as (
      select id from knowledge where ent_id = ${entId} and id = any(${sql.param([...ids])}::uuid[])
      order by id for no key update
    ), hit as (
      insert into knowledge_hit (ent_id, knowledge_id, run_id, customer_id)
      select ${entId}::uuid, id, ${id}::uuid, ${customerId}::uuid from entry
      on conflict do nothing returning knowledge_id
    )
    update knowledge set hits = hits + 1, last_hit_at = greatest(last_hit_at, ${startedAt.toISOString()}::timestamptz)
    from hit where knowledge.ent_id = ${entId} and knowledge.id = hit.knowledge_id`)
}
