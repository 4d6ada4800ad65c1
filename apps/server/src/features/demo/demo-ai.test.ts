import { SCORE_HIT } from '@ruwu/contract'
import { DEMO_ENT_ID, bannedWords, checkOutbound, DEFAULT_GUARD_SETTINGS, GUARD_LIMITS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { knowledge } from '../../db/schema/index.ts'
import { searchKnowledge } from '../../engine/retrieval/index.ts'
import { openAccount } from '../../testing/platform.ts'
import { passwords } from '../../testing/start-node.ts'
import { world } from '../../testing/world.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import { DEMO_AI_ACCOUNT } from './demo-accounts.ts'
import { seedDemoAi } from './demo-ai.ts'
import { settleDemo } from './demo-enterprise.ts'
import { DOCUMENTS } from './knowledge/documents.ts'
import { PAIRS } from './knowledge/pairs.ts'

/** As customers write, and what they mean. */
const ASKED = [
  ['你们全屋定制一平方多少钱', '全屋定制多少钱一平？'],
  ['你们店几点关门呀', '营业时间是几点？'],
  ['上门量尺寸要收费不', '可以上门量房吗？'],
  ['没有电梯搬运费怎么算', '定制流程说明'],
] as const

test('the demo’s AI is published with its knowledge, once, and finds what customers ask', async () => {
  const { db, clock, reception } = await world()
  await settleDemo(db.sql, { DEMO: true, isDemoAsked: true }, passwords, clock.now())
  const { id: relationId } = await openAccount({ db, clock }, { entId: DEMO_ENT_ID, ...DEMO_AI_ACCOUNT })
  const at = { entId: DEMO_ENT_ID, relationId }

  const seed = () => seedDemoAi({ db, ...reception.ai }, clock.now())
  expect([await seed(), await seed()]).toEqual([true, false])
  while (await reception.ai.work.learning.run());

  expect(await findHostingAi(db.sql, at.entId, at.relationId)).toMatchObject({ version: 1, hostId: at.relationId })
  const entries = await db.sql.select().from(knowledge).where(eq(knowledge.entId, DEMO_ENT_ID))
  expect(entries).toHaveLength(PAIRS.length + DOCUMENTS.length)
  expect(entries.every((entry) => entry.status === 'active')).toBe(true)
  for (const [question, title] of ASKED) {
    const [best] = await searchKnowledge(db.sql, at, question)
    expect([question, best?.title]).toEqual([question, title])
    expect(best?.score).toBeGreaterThanOrEqual(SCORE_HIT)
  }
})

test('there are thirty to forty questions, each once, and every answer may be sent on every platform', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(30)
  expect(new Set(PAIRS.map(([question]) => question)).size).toBe(PAIRS.length)
  for (const source of ['redbook', 'douyin'] as const) {
    const rules = {
      source,
      sender: 'ai',
      settings: DEFAULT_GUARD_SETTINGS,
      permission: { allowed: true },
      limits: GUARD_LIMITS[source],
      words: bannedWords(source),
    } as const
    expect(PAIRS.flatMap(([, , answer]) => checkOutbound({ ...rules, text: answer }).hits)).toEqual([])
  }
})
