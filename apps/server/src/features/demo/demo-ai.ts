import { AiDraft } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { AiAgents } from '../ai-agent/index.ts'
import { addPairs, type KnowledgeParts } from '../knowledge/index.ts'
import { callerOf } from './demo-accounts.ts'
import { findAccountWithoutAi, hasKnowledge, readTeam } from './demo.repo.ts'
import { DOCUMENTS } from './knowledge/documents.ts'
import { PAIRS } from './knowledge/pairs.ts'

type DemoAiDeps = { db: Database; knowledge: KnowledgeParts; aiAgents: AiAgents }

const DRAFT = AiDraft.parse({
  role: {
    name: '小杉',
    intro: '您好，我是云杉家居的 AI 助手小杉，量房、报价、工期和售后都可以问我。',
    business: '全屋定制：衣柜、橱柜、阳台柜、榻榻米与儿童房，直营门店在成都，提供免费量房与设计。',
  },
})

/** Publishes the demo AI with its knowledge, unless the account has an AI already. True when it was created now. */
export async function seedDemoAi({ db, knowledge: library, aiAgents }: DemoAiDeps, now: Date): Promise<boolean> {
  const relationId = await findAccountWithoutAi(db.sql)
  const admin = (await readTeam(db.sql)).find((each) => each.builtin === 'admin')
  if (!relationId || !admin) return false
  const caller = callerOf(admin)
  if (!(await hasKnowledge(db.sql, relationId))) {
    const pairs = PAIRS.map(([question, similar, answer]) => ({ question, similar: [...similar], answer }))
    await db.transaction(({ sql }) =>
      addPairs(sql, { entId: DEMO_ENT_ID, relationId }, pairs, { agentId: admin.id, now }),
    )
    const own = { relationId, library: 'own' } as const
    for (const document of DOCUMENTS) await library.entries.save(caller, own, 'doc', { ...NOTHING, ...document })
  }
  const { version } = await aiAgents.agents.detail(caller, relationId)
  await aiAgents.agents.save(caller, relationId, DRAFT, version)
  await aiAgents.publishing.publish(caller, relationId, { note: '演示', force: false })
  return true
}

const NOTHING = { title: '', question: '', similar: [], answer: '', url: '', text: '', file: '', enabled: true }
