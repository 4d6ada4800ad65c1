import { AiDraft, type RelationId } from '@ruwu/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { aiAgent, channelAccount, knowledge } from '../../db/schema/index.ts'
import type { AiAgents } from '../ai-agent/index.ts'
import { addPairs, type KnowledgeParts } from '../knowledge/index.ts'
import { DEMO_AI_ACCOUNT } from './demo-accounts.ts'
import { DEMO_ENT_ID } from './demo-enterprise.ts'
import { callerOf, readTeam } from './demo-team.ts'
import { DOCUMENTS } from './knowledge/documents.ts'
import { PAIRS } from './knowledge/pairs.ts'

export type DemoAiDeps = { db: Database; knowledge: KnowledgeParts; aiAgents: AiAgents }

const DRAFT = AiDraft.parse({
  role: {
    name: '小杉',
    intro: '您好，我是云杉家居的 AI 助手小杉，量房、报价、工期和售后都可以问我。',
    business: '全屋定制：衣柜、橱柜、阳台柜、榻榻米与儿童房，直营门店在成都，提供免费量房与设计。',
  },
})

/**
 * An account whose AI knows its trade and is published, so that a customer who asks is answered. Not where somebody has
 * written an AI already. True when it was made now.
 */
export async function seedDemoAi({ db, knowledge: library, aiAgents }: DemoAiDeps, now: Date): Promise<boolean> {
  const relationId = await findUnwritten(db.sql)
  const admin = (await readTeam(db.sql)).find((each) => each.builtin === 'admin')
  if (!relationId || !admin) return false
  const caller = callerOf(admin)
  if (await isEmpty(db.sql, relationId)) {
    const pairs = PAIRS.map(([question, similar, answer]) => ({ question, similar: [...similar], answer }))
    await db.transaction(({ sql }) =>
      addPairs(sql, { entId: DEMO_ENT_ID, relationId }, pairs, { agentId: admin.id, now }),
    )
    for (const document of DOCUMENTS) await library.entries.save(caller, relationId, 'doc', { ...NOTHING, ...document })
  }
  const { version } = await aiAgents.agents.detail(caller, relationId)
  await aiAgents.agents.save(caller, relationId, DRAFT, version)
  await aiAgents.publishing.publish(caller, relationId, { note: '演示', force: false })
  return true
}

const NOTHING = { title: '', question: '', similar: [], answer: '', url: '', text: '', file: '', enabled: true }

async function findUnwritten(db: Queryable): Promise<RelationId | undefined> {
  const { source, platformId } = DEMO_AI_ACCOUNT
  const [row] = await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .leftJoin(aiAgent, and(eq(aiAgent.entId, channelAccount.entId), eq(aiAgent.relationId, channelAccount.id)))
    .where(
      and(
        eq(channelAccount.entId, DEMO_ENT_ID),
        eq(channelAccount.source, source),
        eq(channelAccount.platformId, platformId),
        isNull(channelAccount.unboundAt),
        isNull(aiAgent.draft),
        isNull(aiAgent.publishedVersion),
      ),
    )
  return row?.id
}

async function isEmpty(db: Queryable, relationId: RelationId): Promise<boolean> {
  const [row] = await db
    .select({ id: knowledge.id })
    .from(knowledge)
    .where(and(eq(knowledge.entId, DEMO_ENT_ID), eq(knowledge.relationId, relationId)))
    .limit(1)
  return row === undefined
}
