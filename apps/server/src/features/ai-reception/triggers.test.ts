import { automationRuleApi, channelApi, type HandoffReason, knowledgeApi, tagApi } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { knowledge } from '../../db/schema/index.ts'
import { aiWorld } from '../../testing/ai-world.ts'

const KNOWN = [
  ['沙发多少钱', '沙发 1999 元起'],
  ['几点开门', '每天 9 点到 18 点营业'],
] as const

/** A shop that knows a little, with the real engine. */
async function shop(config: object = {}) {
  const here = await aiWorld({ config, engine: undefined as never })
  for (const [question, answer] of KNOWN)
    await here.zhao.call(knowledgeApi.save, { body: { relationId: here.account.id, type: 'qa', question, answer } })
  return here
}

const off = { enabled: false }
const { handoff } = DEFAULT_AI_DRAFT
const QUIET = {
  keywords: { ...handoff.keywords, ...off },
  misses: { ...handoff.misses, ...off },
  negative: off,
  maxRounds: { ...handoff.maxRounds, ...off },
}

test('a known question is answered from the knowledge, and the run lists the pieces used', async () => {
  const { ask, wordsOf, runsOf, db } = await shop()

  const id = await ask('小满', '你们沙发多少钱啊')

  expect((await wordsOf(id)).at(-1)).toContain('1999 元')
  const [run] = await runsOf(id)
  expect(run).toMatchObject({ state: 'sent', generator: 'builtin', isHit: true })
  expect(run?.knowledge[0]).toMatchObject({ piece: expect.stringContaining('1999') as string })
  await expect
    .poll(async () => (await db.sql.select().from(knowledge).where(eq(knowledge.question, '沙发多少钱')))[0]?.hits)
    .toBe(1)
})

test('a customer who leaves a number is thanked, and the AI continues', async () => {
  const { ask, wordsOf, handoffsOf, customerOf } = await shop()
  await ask('小满', '沙发多少钱')

  const id = await ask('小满', '我电话13812345678')

  expect(await handoffsOf(id)).toEqual([])
  expect((await wordsOf(id)).at(-1)).toMatch(/^ai: /)
  expect(await customerOf(id)).toMatchObject({ receptionType: 'ai_agent', leadStatus: 'new' })
})

const TRIGGERS: [HandoffReason, object, string[]][] = [
  ['keyword', {}, ['帮我转人工']],
  ['negative', { handoff: { ...QUIET, negative: { enabled: true } } }, ['你们太垃圾了，气死我了']],
  ['unknown', { handoff: { ...QUIET, misses: handoff.misses }, advanced: { hitScore: 0.99 } }, ['沙发有折扣吗']],
  [
    'misses',
    { handoff: { ...QUIET, misses: { enabled: true, n: 2 } } },
    ['你们支持以旧换新回收钢琴吗', '那能帮忙搬运冰箱空调吗'],
  ],
  ['max_rounds', { handoff: { ...QUIET, maxRounds: { enabled: true, n: 1 } } }, ['沙发多少钱', '几点开门']],
  [
    'rule',
    { handoff: { ...QUIET, rules: { enabled: true, sentences: ['客户询问合同细节'] } } },
    ['我想问一下合同的细节'],
  ],
  ['has_lead', { handoff: { ...QUIET, hasLead: { enabled: true } } }, ['我电话 13812345678']],
  ['unknown', { handoff: { ...QUIET, misses: handoff.misses } }, ['你们支持以旧换新回收钢琴吗']],
  ['price', { script: { price: 'handoff' }, handoff: QUIET }, ['沙发多少钱']],
  [
    'goal',
    {
      goal: { fields: [{ key: 'phone', isMust: true }], onReached: { materialId: null, handoff: true, tagIds: [] } },
      handoff: QUIET,
    },
    ['我电话 13812345678'],
  ],
]

test.each(TRIGGERS)('%s hands over, once', async (reason, config, texts) => {
  const { ask, rowOf, answer, clock, handoffsOf, notesOf, wordsOf, customerOf } = await shop(config)
  for (const text of texts) await ask('小满', text)
  const { id } = await rowOf('小满')
  clock.advance(60_000)
  await answer()

  expect(await handoffsOf(id)).toMatchObject([{ reason }])
  expect(await notesOf(id)).toHaveLength(1)
  expect((await wordsOf(id)).filter((words) => words.startsWith('flow'))).toHaveLength(1)
  expect(await customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'handoff' })
})

test('reaching the goal with an answer binds its tags and stores the collected values', async () => {
  const here = await aiWorld({ engine: undefined as never })
  const other = await here.write('别人', '在吗')
  const { tag: own } = await here.zhao.call(tagApi.createBind, { body: { customerId: other, name: '有意向' } })
  await here.publish({
    goal: {
      fields: [
        { key: 'phone', isMust: true },
        { key: 'city', isMust: false },
      ],
      onReached: { materialId: null, handoff: false, tagIds: [own.id] },
    },
    handoff: QUIET,
  })

  const id = await here.ask('小满', '我在上海，电话 13812345678，几点开门')

  const row = await here.customerOf(id)
  expect(row).toMatchObject({ receptionType: 'ai_agent', city: '上海' })
  expect(row.tagIds).toContain(own.id)
})

test('switching the account’s AI on again answers the waiting customers', async () => {
  const { zhao, account, write, answer, wordsOf, waiting } = await shop()
  const id = await write('小满', '沙发多少钱')
  const set = (receptionMode: 'open' | 'close') =>
    zhao.call(channelApi.updateReceptionType, { body: { relationId: account.id, accountType: 'CORP', receptionMode } })
  await set('close')
  await set('open')

  await answer()

  expect((await wordsOf(id)).at(-1)).toContain('1999 元')
  expect(await waiting()).toEqual([])
})

test('the AI reads what a rule has answered', async () => {
  const here = await aiWorld()
  await here.zhao.call(automationRuleApi.save, {
    body: {
      name: '问价',
      event: { type: 'message_in' },
      conditions: { op: 'all', items: [{ type: 'text', match: 'contains', words: ['价格'] }] },
      actions: [{ type: 'send', params: { type: 'text', text: '报价按需求来定' } }],
      status: 'on',
    },
  })
  await here.write('小满', '价格多少')
  while (await here.reception.work.rules.run()) {
    // Until nothing is due.
  }

  await here.ask('小满', '那怎么定')

  expect(here.engine.asked.at(-1)?.turns.map(({ who, text }) => `${who}: ${text}`)).toContain('ai: 报价按需求来定')
})
