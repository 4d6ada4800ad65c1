import { AiDraft, type EntId } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { AiAgents } from '../ai-agent/index.ts'
import { addPairs, type KnowledgeParts } from '../knowledge/index.ts'
import { callerOf, DEMO_AI_ACCOUNT, type PlatformAccount } from './demo-accounts.ts'
import { findAccountWithoutAi, hasKnowledge, type Member, readTeam } from './demo.repo.ts'
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

type DemoAi = {
  entId: EntId
  by: Pick<Member, 'id' | 'scope'>
  account: PlatformAccount
  /** Documents are learned by the worker, one after another. */
  hasDocuments: boolean
}

/** Of the demo's own enterprise. True when it was created now. */
export async function seedDemoAi(deps: DemoAiDeps, now: Date): Promise<boolean> {
  const entId = DEMO_ENT_ID
  const by = (await readTeam(deps.db.sql, entId)).find((each) => each.builtin === 'admin')
  return by !== undefined && publishDemoAi(deps, { entId, by, account: DEMO_AI_ACCOUNT, hasDocuments: true }, now)
}

/** Publishes the demo AI with its knowledge, unless the account has an AI already. True when it was created now. */
export async function publishDemoAi(deps: DemoAiDeps, demo: DemoAi, now: Date): Promise<boolean> {
  const { db, knowledge: library, aiAgents } = deps
  const { entId, by, account } = demo
  const relationId = await findAccountWithoutAi(db.sql, entId, account)
  if (!relationId) return false
  const caller = callerOf(entId, by)
  if (!(await hasKnowledge(db.sql, entId, relationId))) {
    const pairs = PAIRS.map(([question, similar, answer]) => ({ question, similar: [...similar], answer }))
    await db.transaction(({ sql }) => addPairs(sql, { entId, relationId }, pairs, { agentId: by.id, now }))
    const own = { relationId, library: 'own' } as const
    for (const document of demo.hasDocuments ? DOCUMENTS : [])
      await library.entries.save(caller, own, 'doc', { ...NOTHING, ...document })
  }
  const { version } = await aiAgents.agents.detail(caller, relationId)
  await aiAgents.agents.save(caller, relationId, DRAFT, version)
  await aiAgents.publishing.publish({ caller, left: new AbortController().signal }, relationId, {
    note: '演示',
    force: false,
  })
  return true
}

const NOTHING = { title: '', question: '', similar: [], answer: '', url: '', text: '', file: '', enabled: true }
